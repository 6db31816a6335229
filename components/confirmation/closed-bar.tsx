"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Instant } from "@/components/ui/instant";
import type { ActionAnswer, ConfirmationDetail, State } from "@/lib/wire/console/types";
import { AnswerNotice } from "./answer-notice";
import { DecisionWords } from "./decision-words";

type Props = {
  confirmation: ConfirmationDetail;
  state: State;
  answer: ActionAnswer | undefined;
  /** Text that was begun and can no longer be sent; kept for the reader to copy. */
  unsent: string;
  onNext?: () => void;
};

/** The foot where nothing can be decided: what ended it, or why it is not this viewer's to decide. */
export function ClosedBar({ confirmation, state, answer, unsent, onNext }: Props) {
  const { decision, abilities } = confirmation;
  let words: ReactNode;
  if (state === "pending") words = abilities.why_not ?? "You cannot decide this one.";
  else {
    words = (
      <>
        <DecisionWords state={state} decision={decision} />{" "}
        <Instant at={decision?.at ?? confirmation.decidable_until} className="text-ink-3" />
      </>
    );
  }
  return (
    <>
      <AnswerNotice answer={answer} />
      {unsent ? (
        <p className="mb-2 text-xs text-ink-2">
          Not sent: <span className="[overflow-wrap:anywhere] whitespace-pre-wrap text-ink">{unsent}</span>
        </p>
      ) : null}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere] text-ink-2 first-letter:uppercase">{words}</span>
        {onNext ? <Button onClick={onNext}>Next in the inbox</Button> : null}
      </div>
    </>
  );
}
