"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isCutOff, setConnection } from "@/components/live/connection";
import { ReadingFailed } from "@/components/live/read-console";
import { confirmationQuery, summaryQuery } from "@/components/queries";
import type { ActionAnswer } from "@/lib/wire/console/types";

const ANSWER_LOST: ActionAnswer = {
  ok: false,
  code: "answer_lost",
  // Said by the code, in the reader's language.
  message: "",
};

/** Nothing was sent, so this is certain. */
const NOT_SENT: ActionAnswer = { ok: false, code: "not_sent", message: "" };

/**
 * Sends one act about one confirmation and keeps its answer. While one is on its way no second can start, so a double
 * click is one click. Whatever comes back, what the page shows is brought to what stands.
 */
export function useAct(id: string) {
  const client = useQueryClient();
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [answer, setAnswer] = useState<ActionAnswer>();

  /** Where the server seemed out of reach, it is asked for something harmless first: what is never sent decides nothing. */
  async function canBeSent(): Promise<boolean> {
    if (navigator.onLine && !isCutOff()) return true;
    try {
      await client.fetchQuery({ ...summaryQuery(), retry: false });
      return true;
    } catch (error) {
      return error instanceof ReadingFailed;
    }
  }

  async function act(send: () => Promise<ActionAnswer>): Promise<ActionAnswer | undefined> {
    if (busy.current) return undefined;
    busy.current = true;
    setPending(true);
    setAnswer(undefined);
    const came = (await canBeSent()) ? await send().catch(() => ANSWER_LOST) : NOT_SENT;
    const stands = came.confirmation;
    const { queryKey } = confirmationQuery(id);
    if (stands) {
      // A reading that began before the act would put the old state back.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, stands);
    } else {
      client.invalidateQueries({ queryKey });
    }
    if (!came.ok && came.code === "unauthenticated") setConnection({ sessionOver: true });
    for (const noun of ["summary", "confirmations", "reconcile", "audit", "events"]) {
      client.invalidateQueries({ queryKey: [noun] });
    }
    setAnswer(came);
    setPending(false);
    busy.current = false;
    return came;
  }

  return { act, pending, answer };
}
