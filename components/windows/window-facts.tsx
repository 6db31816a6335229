import type { ReactNode } from "react";
import type { ConfirmationDetail, State } from "@/lib/wire/console/types";
import { clockText, leftText, spanText } from "./time-text";

/** From here on what is left is said in the colour of a warning. */
export const CLOSING_SOON_MS = 15 * 60_000;

function Fact({ value, tone = "", children }: { value: string; tone?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3 sm:block">
      <dt className={`w-20 shrink-0 font-semibold whitespace-nowrap tabular-nums sm:w-auto ${tone}`}>{value}</dt>
      <dd className="text-sm text-ink-2">{children}</dd>
    </div>
  );
}

type Props = { confirmation: ConfirmationDetail; state: State; now: number };

/** What the bar shows, said: who waits how long, until when it can be decided, what an approval leaves to start in. */
export function WindowFacts({ confirmation, state, now }: Props) {
  const waitEnds = Date.parse(confirmation.wait_ends_at);
  const closes = Date.parse(confirmation.decidable_until);
  const asked = Date.parse(confirmation.created_at);

  if (state !== "pending") {
    const ended = Date.parse(confirmation.decision?.at ?? confirmation.decidable_until);
    return (
      <dl className="flex flex-col gap-x-8 gap-y-1.5 sm:flex-row sm:flex-wrap sm:gap-y-3">
        <Fact value={spanText(ended - asked)}>
          {state === "expired" ? "open, and nobody decided" : `from the question until it was ${state}`}
        </Fact>
        <Fact value={ended < waitEnds ? "in the wait" : "after the wait"}>
          {ended < waitEnds
            ? `the agent was waiting, until ${clockText(waitEnds, now)} at most`
            : `the agent had stopped waiting at ${clockText(waitEnds, now)}`}
        </Fact>
      </dl>
    );
  }

  const waiting = now < waitEnds;
  const left = closes - now;
  return (
    <>
      <dl className="flex flex-col gap-x-8 gap-y-1.5 sm:flex-row sm:flex-wrap sm:gap-y-3">
        {waiting ? (
          <Fact value={leftText(waitEnds - now)} tone="text-wait">
            the agent is still waiting
          </Fact>
        ) : (
          <Fact value="moved on" tone="text-ink-2">
            the agent stopped waiting at {clockText(waitEnds, now)}
          </Fact>
        )}
        <Fact value={leftText(left)} tone={left < CLOSING_SOON_MS ? "text-warn" : ""}>
          can be decided, until {clockText(closes, now)}
        </Fact>
        <Fact value={spanText(confirmation.start_window_seconds * 1000)}>to start, once approved</Fact>
      </dl>
      {/* Said once each time it changes, not every second. */}
      <p role="status" className="sr-only">
        {waiting ? "" : "The agent has stopped waiting. It can still be decided."}
      </p>
    </>
  );
}
