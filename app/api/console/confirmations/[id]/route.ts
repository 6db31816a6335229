import { followConfirmation } from "@/lib/flow/follow-confirmation";
import { confirmationDetail } from "@/lib/wire/console/confirmation-views";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** One confirmation, whole, as the person may see it. */
export const GET = route("/console/confirmations/{id}", "person", async ({ principal, requestId, id }) => {
  const followed = await followConfirmation({ caller: principal, requestId }, { id, holdSeconds: 0 });
  if (!followed.ok) return followed;
  const { stand } = followed;
  return { status: 200, body: confirmationDetail(stand, stand.now, principal) };
});
