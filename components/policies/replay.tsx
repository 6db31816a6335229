"use client";

import Link from "next/link";
import { useState } from "react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Instant } from "@/components/ui/instant";
import { Notice } from "@/components/ui/notice";
import { PillSelect } from "@/components/ui/pill-select";
import { Text } from "@/components/ui/text";
import { EffectChip } from "./effect-chip";
import { Said } from "./test-line";
import { MOST_SHOWN, type ReplayState, useReplay } from "./use-replay";

const SPANS = ["100", "1000", "5000", "10000"] as const;

/** What a version would have said of the last confirmations: a look before it is brought into force, which decides nothing. */
export function Replay({ number, dirty }: { number: number; dirty: boolean }) {
  const t = useTexts();
  const [span, setSpan] = useState<string>("1000");
  const { state, start, stop } = useReplay(number);
  const running = state?.phase === "running";
  return (
    <Card title={t("policies.replay")}>
      <div className="px-4 py-3">
        <p className="text-sm text-ink-2">{t("policies.replay.about")}</p>
        {dirty ? <p className="mt-1 text-xs text-warn">{t("policies.replay.saved")}</p> : null}
        <div className="mt-3 flex flex-wrap items-center gap-2.5">
          <PillSelect
            label={t("policies.replay.span")}
            value={span}
            options={SPANS.map((each) => ({ value: each, label: t("policies.replay.last", { n: Number(each) }) }))}
            onChange={setSpan}
          />
          {running ? (
            <Button size="sm" onClick={stop}>
              {t("policies.replay.stop")}
            </Button>
          ) : (
            <Button size="sm" onClick={() => start(Number(span))}>
              {t("policies.replay.start")}
            </Button>
          )}
        </div>
        {state ? <Progress state={state} /> : null}
      </div>
      {state && state.examined > 0 ? <Outcome state={state} /> : null}
    </Card>
  );
}

function Progress({ state }: { state: ReplayState }) {
  const t = useTexts();
  const { phase, examined, wanted } = state;
  return (
    <div className="mt-3">
      {phase === "running" ? (
        <progress
          aria-label={t("policies.replay.progress")}
          max={wanted}
          value={examined}
          className="block h-1.5 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
      ) : null}
      <p role="status" className="mt-1 text-xs text-ink-2">
        {t(`policies.replay.${phase}`, { examined })}
        {state.passedOver > 0 ? ` ${t.count("policies.replay.passedOver", state.passedOver)}` : null}
      </p>
      {phase === "failed" || phase === "changed" ? (
        <Notice look="warn" className="mt-2">
          {t(`policies.replay.${phase}.text`)}
        </Notice>
      ) : null}
    </div>
  );
}

function Outcome({ state }: { state: ReplayState }) {
  const t = useTexts();
  const number = new Intl.NumberFormat(t.locale);
  const counts = [...state.counts].sort(
    (a, b) => Number(a.before === a.after) - Number(b.before === b.after) || b.count - a.count,
  );
  return (
    <>
      <table className="w-full border-t border-line text-sm tabular-nums">
        <caption className="sr-only">{t("policies.replay.counts")}</caption>
        <thead>
          <tr className="text-2xs text-ink-3">
            <th scope="col" className="py-1.5 pl-4 text-left font-medium">
              {t("policies.replay.before")}
            </th>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              {t("policies.replay.after")}
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-medium">
              {t("policies.replay.count")}
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ before, after, count }) => (
            <tr key={`${before} ${after}`} className="border-t border-line">
              <td className="py-1.5 pl-4">
                <EffectChip effect={before} />
              </td>
              <td className="px-2 py-1.5">
                {before === after ? (
                  <span className="text-xs text-ink-3">{t("policies.replay.same")}</span>
                ) : (
                  <EffectChip effect={after} />
                )}
              </td>
              <td className="py-1.5 pr-4 text-right">{number.format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="border-t border-line px-4 py-3">
        <h3 className="text-sm font-medium">{t.count("policies.replay.differ", state.differs)}</h3>
        {state.differs > MOST_SHOWN ? (
          <p className="text-xs text-ink-3">{t("policies.replay.first", { n: MOST_SHOWN })}</p>
        ) : null}
      </div>
      {state.differing.length > 0 ? (
        <section
          aria-label={t("policies.replay.list")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard alone.
          tabIndex={0}
          className="max-h-96 overflow-y-auto border-t border-line"
        >
          <ul className="divide-y divide-line">
            {state.differing.map((each) => (
              <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-xs">
                <Link
                  href={`/confirmations/${each.id}`}
                  prefetch={false}
                  className="font-mono underline underline-offset-2 [overflow-wrap:anywhere]"
                >
                  <Text>{each.tool}</Text>
                </Link>
                <span className="text-ink-2">
                  <Text>{each.agent}</Text> · <Instant at={each.created_at} /> · {t(`state.${each.state}`)}
                </span>
                <span className="ml-auto flex flex-wrap items-center gap-1.5">
                  <Phrase
                    id="policies.replay.change"
                    with={{
                      before: <Said {...each.before} />,
                      after: <Said effect={each.after.effect} rule={each.after.rule} />,
                    }}
                  />
                  {each.after.error ? <span className="text-warn">{t("policies.replay.error")}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
