"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { decideMany } from "@/app/(console)/actions";
import { setConnection } from "@/components/live/connection";
import { confirmationQuery } from "@/components/queries";
import type { ActionAnswer, ConfirmationRow, DecideManyInput } from "@/lib/wire/console/types";

/** Sent in portions, so that answers are shown as they come and a lost one leaves little unknown. */
const PORTION = 10;

/** No answer: whether it was decided is not known here. */
export type RowAnswer = ActionAnswer | "lost";
type Verdict = DecideManyInput["verdict"];

/** Decides several, each by its id and what was seen of it, once; keeps what became of each. */
export function useBulk() {
  const client = useQueryClient();
  const busy = useRef(false);
  const [answers, setAnswers] = useState<ReadonlyMap<string, RowAnswer>>(new Map());
  const [stage, setStage] = useState<"asking" | "deciding" | "done">("asking");

  async function decide(verdict: Verdict, rows: readonly ConfirmationRow[], reason?: string) {
    if (busy.current) return;
    busy.current = true;
    setStage("deciding");
    for (let at = 0; at < rows.length; at += PORTION) {
      const portion = rows.slice(at, at + PORTION);
      const came = await send(verdict, portion, reason);
      setAnswers((before) => new Map([...before, ...came]));
      for (const [id, answer] of came) {
        const { queryKey } = confirmationQuery(id);
        if (answer === "lost") client.invalidateQueries({ queryKey });
        else if (answer.confirmation) client.setQueryData(queryKey, answer.confirmation);
      }
      const over = [...came.values()].some(
        (answer) => answer !== "lost" && !answer.ok && answer.code === "unauthenticated",
      );
      if (over) {
        // The rest would be refused as well. The form stays, with what was typed, for after the sign-in.
        setConnection({ sessionOver: true });
        break;
      }
    }
    for (const noun of ["summary", "confirmations", "audit", "events"]) client.invalidateQueries({ queryKey: [noun] });
    setStage("done");
    busy.current = false;
  }

  /** Back to the question, for what was not answered or not decided because the session was over. */
  function askAgain() {
    setAnswers(new Map());
    setStage("asking");
  }

  return { answers, stage, decide, askAgain };
}

async function send(
  verdict: Verdict,
  rows: readonly ConfirmationRow[],
  reason: string | undefined,
): Promise<Map<string, RowAnswer>> {
  const items = rows.map(({ id, arguments_digest }) => ({ id, seen_digest: arguments_digest }));
  const came = await decideMany({ verdict, reason, items }).catch(() => undefined);
  if (came && !came.ok) return new Map(rows.map(({ id }) => [id, came]));
  const byId = new Map(came?.results.map(({ id, answer }) => [id, answer]));
  return new Map(rows.map(({ id }) => [id, byId.get(id) ?? "lost"]));
}
