"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ActionAnswer, ConfirmationDetail, State } from "@/lib/wire/console/types";
import { AnswerNotice } from "./answer-notice";
import { BreakGlass } from "./break-glass";
import { DecisionWords } from "./decision-words";
import type { useAct } from "./use-act";

type Props = {
  confirmation: ConfirmationDetail;
  state: State;
  answer: ActionAnswer | undefined;
  acting: ReturnType<typeof useAct>;
  fresh: boolean;
  /** Text that was begun and can no longer be sent; kept for the reader to copy. */
  unsent: string;
  /** The same of an edit. */
  unsentEdit: string | undefined;
  onNext?: () => void;
};

/** The foot where nothing can be decided: what ended it, or why it is not this viewer's to decide. */
export function ClosedBar({ confirmation, state, answer, acting, fresh, unsent, unsentEdit, onNext }: Props) {
  const t = useTexts();
  const { decision, abilities } = confirmation;
  const result = useRef<HTMLSpanElement>(null);
  const next = useRef<HTMLButtonElement>(null);

  // The button that was pressed is gone: who pressed it goes on from the result, or to the next row.
  useEffect(() => {
    if (answer) (next.current ?? result.current)?.focus();
  }, [answer]);

  const nextTurn =
    abilities.why_not_code === "not_in_tier"
      ? confirmation.tiers?.find((tier) => !tier.asked && !tier.skipped)
      : undefined;
  let words: ReactNode;
  if (state === "pending") {
    words = (
      <>
        {t.maybe(`refusal.${abilities.why_not_code}`) ?? abilities.why_not ?? t("decide.cannot")}
        {nextTurn ? (
          <>
            {" "}
            <Phrase
              id="asked.next"
              with={{ group: <Text>{nextTurn.group}</Text>, when: <Instant at={nextTurn.asks_at} as="clock" /> }}
            />
          </>
        ) : null}
      </>
    );
  } else {
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
        <p className="mb-2 text-xs [overflow-wrap:anywhere] text-ink-2">
          <Phrase
            id="decide.unsent"
            with={{
              text: (
                <span className="whitespace-pre-wrap text-ink">
                  <Text lines>{unsent}</Text>
                </span>
              ),
            }}
          />
        </p>
      ) : null}
      {unsentEdit === undefined ? null : (
        <p className="mb-2 flex items-center gap-1 text-xs text-ink-2">
          {t("decide.unsentEdit")} <CopyButton text={unsentEdit} label={t("decide.copyEdit")} />
        </p>
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span
          ref={result}
          tabIndex={-1}
          className="min-w-0 flex-1 [overflow-wrap:anywhere] text-ink-2 outline-none first-letter:uppercase"
        >
          {words}
        </span>
        {state === "pending" && abilities.break_glass ? <BreakGlass {...{ confirmation, acting, fresh }} /> : null}
        {onNext ? (
          <Button ref={next} onClick={onNext}>
            {t("decide.next")}
          </Button>
        ) : null}
      </div>
    </>
  );
}
