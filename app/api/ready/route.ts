import { randomUUID } from "node:crypto";
import { readClock } from "@/lib/store/clock";
import { failure } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The database answers too. */
export async function GET(): Promise<Response> {
  try {
    const now = await readClock();
    return Response.json({ status: "ready", server_time: now }, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    return failure(error, randomUUID());
  }
}
