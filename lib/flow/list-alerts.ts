import { listAcknowledged, listExpiredUndecided, listOpenAlerts } from "@/lib/store/alerts";
import { readClock } from "@/lib/store/clock";

/** Of each list as many as a page shows; the page says where there are more. */
const SHOWN = 100;

/** What admins must look at, and what they have looked at lately. */
export async function listAlerts() {
  const now = await readClock();
  const [expired, open, acknowledged] = await Promise.all([
    listExpiredUndecided(now, SHOWN),
    listOpenAlerts(SHOWN),
    listAcknowledged(SHOWN),
  ]);
  return { expired, open, acknowledged };
}
