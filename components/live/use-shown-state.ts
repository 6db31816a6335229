"use client";

import type { ConfirmationRow, State } from "@/lib/wire/console/types";
import { usePassed } from "./use-now";

/** The state to show: what the server said, except that a pending one whose boundary passes here is expired on the spot. */
export function useShownState(row: Pick<ConfirmationRow, "state" | "decidable_until">): State {
  const passed = usePassed(row.decidable_until);
  return row.state === "pending" && passed ? "expired" : row.state;
}
