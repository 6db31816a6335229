import { readClock } from "@/lib/store/clock";
import { jsonResponse, openRoute } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The database answers too. */
export const GET = openRoute(async () => jsonResponse(200, { status: "ready", server_time: await readClock() }));
