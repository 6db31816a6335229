import { mayDecideAtAll } from "@/lib/kernel/tiers";
import { countWaiting } from "@/lib/store/confirmations";
import type { Summary } from "@/lib/wire/console/types";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** The counts beside the console's navigation, and who is signed in. */
export const GET = route("/console/summary", "person", async ({ principal }) => {
  const { now, pending, outcomeUnknown } = await countWaiting(mayDecideAtAll(principal) ? principal.id : null);
  const { id, name, email, role } = principal;
  const summary: Summary = {
    pending,
    outcome_unknown: outcomeUnknown,
    server_time: now.toISOString(),
    person: { id, name, email, role },
  };
  return { status: 200, body: summary };
});
