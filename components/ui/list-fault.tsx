import { CloudOff } from "lucide-react";
import { ReadingFailed } from "@/components/live/read-console";
import { Button } from "./button";
import { Empty } from "./empty";

/** A list that could not be read: why, and that nothing happened to what is in it. */
export function ListFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const why = error instanceof ReadingFailed ? error.message : "The server cannot be reached.";
  return (
    <Empty icon={CloudOff} title="This could not be read">
      <p className="mb-3">{why} Nothing was changed by that.</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Empty>
  );
}
