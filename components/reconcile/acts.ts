import type { ReconcileAct } from "@/lib/wire/console/types";

export type ActWords = { name: string; means: string; send: string };

/** What a person can settle, and what each means. Which of them are possible, the server says. */
export const ACTS: Record<ReconcileAct, ActWords> = {
  it_happened: {
    name: "It happened",
    means: "The target shows that the call took effect. Recorded as succeeded; nothing runs again.",
    send: "Record that it happened",
  },
  it_did_not: {
    name: "It did not",
    means: "The target shows that nothing took effect. Recorded as failed; the agent may ask anew.",
    send: "Record that it did not",
  },
  set_aside: {
    name: "Set aside",
    means: "It cannot be found out now. It leaves this queue's front and stays open as suspended.",
    send: "Set it aside",
  },
  allow_retry: {
    name: "Allow a retry",
    means: "The agent may claim it once more, with the same idempotency key, so that the target can tell a repeat.",
    send: "Allow one retry",
  },
};
