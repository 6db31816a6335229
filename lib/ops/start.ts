import { serve } from "./serve";

export default () => serve("start");
