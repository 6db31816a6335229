"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { setConnection } from "@/components/live/connection";
import type { PolicyAnswer } from "@/lib/wire/console/types";

const ANSWER_LOST: PolicyAnswer = { ok: false, code: "answer_lost", message: "" };

/** Sends one act on the policy at a time and keeps what came of it; then everything about policies is read anew. */
export function usePolicyAct() {
  const client = useQueryClient();
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [answer, setAnswer] = useState<PolicyAnswer>();

  async function act(send: () => Promise<PolicyAnswer>): Promise<PolicyAnswer | undefined> {
    if (busy.current) return undefined;
    busy.current = true;
    setPending(true);
    setAnswer(undefined);
    const came = await send().catch(() => ANSWER_LOST);
    if (!came.ok && came.code === "unauthenticated") setConnection({ sessionOver: true });
    client.invalidateQueries({ queryKey: ["audit"] });
    // What stands is on the page before the answer is: nobody acts on what was there before.
    await client.invalidateQueries({ queryKey: ["policies"] });
    setAnswer(came);
    setPending(false);
    busy.current = false;
    return came;
  }

  return { act, pending, answer };
}

export type PolicyAct = ReturnType<typeof usePolicyAct>;
