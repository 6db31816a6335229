"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import type { Insights } from "@/lib/wire/console/types";
import { DeniedBy } from "./denied-by";
import { type Column, Figure } from "./figure";
import { figureTexts } from "./figure-texts";
import { Bars, Line, Plot } from "./plot";
import { countTicks, labelled, shareTicks, timeTicks } from "./plot-scale";

type Day = Insights["by_day"][number];

const endedOn = (day: Day) => day.approved + day.denied + day.cancelled + day.expired;
const shareExpired = (day: Day) => (endedOn(day) === 0 ? undefined : day.expired / endedOn(day));
const greatest = (values: (number | undefined)[]) => Math.max(0, ...values.map((value) => value ?? 0));

/** As many as fit under a drawing on a phone. */
const MOST_LABELS = 5;

/** Where along an axis of so many equal steps the labels stand. */
function labelsOf(texts: string[]) {
  return labelled(texts.length, MOST_LABELS).map((at) => ({ at: (at + 0.5) / texts.length, text: texts[at] ?? "" }));
}

export function InsightsFigures({ insights }: { insights: Insights }) {
  const t = useTexts();
  const write = figureTexts(t.locale);
  const days = insights.by_day;
  const dayLabels = labelsOf(days.map(({ day }) => write.day(day)));
  const rowsOf = (cells: (day: Day) => string[]) =>
    days.map((day) => ({ key: day.day, name: write.day(day.day), cells: cells(day) })).reverse();

  const ends = [
    { state: "approved", fill: "fill-approve", look: "bg-approve" },
    { state: "denied", fill: "fill-deny", look: "bg-deny" },
    { state: "cancelled", fill: "fill-ink-3", look: "bg-ink-3" },
    { state: "expired", fill: "fill-warn", look: "bg-warn" },
  ] as const;
  const endTicks = countTicks(greatest(days.map(endedOn)));
  const times = timeTicks(greatest(days.flatMap((day) => [day.median_seconds_to_decide, day.p90_seconds_to_decide])));
  const shares = shareTicks(greatest(days.map(shareExpired)));
  const depth = insights.queue_depth;
  const depthTicks = countTicks(greatest(depth.map(({ pending }) => pending)));

  return (
    <div className="grid gap-4">
      <Figure
        title={t("insights.time")}
        means={t("insights.time.means")}
        of={t("insights.day")}
        columns={[
          { name: t("insights.median"), look: "border-accent", dashed: false },
          { name: t("insights.p90"), look: "border-ink-3", dashed: true },
        ]}
        rows={rowsOf((day) => [
          write.duration(day.median_seconds_to_decide),
          write.duration(day.p90_seconds_to_decide),
        ])}
      >
        <Plot ticks={times} tickText={write.duration} labels={dayLabels}>
          <Line
            values={days.map((day) => day.p90_seconds_to_decide)}
            top={times.at(-1) ?? 1}
            look="stroke-ink-3 [stroke-dasharray:4_3]"
          />
          <Line values={days.map((day) => day.median_seconds_to_decide)} top={times.at(-1) ?? 1} look="stroke-accent" />
        </Plot>
      </Figure>
      <Figure
        title={t("insights.ended")}
        means={t("insights.ended.means")}
        of={t("insights.day")}
        columns={[
          { name: t("insights.submitted") },
          ...ends.map(({ state, look }): Column => ({ name: t(`state.${state}`), look })),
        ]}
        rows={rowsOf((day) => [day.submitted, ...ends.map(({ state }) => day[state])].map(write.count))}
      >
        <Plot ticks={endTicks} tickText={write.count} labels={dayLabels}>
          <Bars
            series={ends.map(({ state, fill }) => ({ values: days.map((day) => day[state]), look: fill }))}
            top={endTicks.at(-1) ?? 1}
          />
        </Plot>
      </Figure>
      <Figure
        title={t("insights.depth")}
        means={t("insights.depth.means")}
        of={t("insights.hour")}
        columns={[{ name: t("state.pending") }]}
        rows={depth
          .map(({ at, pending }) => ({ key: at, name: write.hour(at), cells: [write.count(pending)] }))
          .reverse()}
      >
        <Plot ticks={depthTicks} tickText={write.count} labels={labelsOf(depth.map(({ at }) => write.hour(at)))}>
          <Line
            values={depth.map(({ pending }) => pending)}
            top={depthTicks.at(-1) ?? 1}
            look="stroke-accent"
            area="fill-accent/12"
          />
        </Plot>
      </Figure>
      <div className="grid gap-4 xl:grid-cols-2">
        <DeniedBy title={t("insights.byTool")} of={t("insights.tool")} rows={insights.denied_by_tool} />
        <DeniedBy title={t("insights.byAgent")} of={t("insights.agent")} rows={insights.denied_by_agent} />
      </div>
      <Figure
        title={t("insights.expired")}
        means={t("insights.expired.means")}
        of={t("insights.day")}
        columns={[{ name: t("insights.share") }, { name: t("insights.count") }]}
        rows={rowsOf((day) => [
          write.percent(shareExpired(day)),
          t("insights.expired.of", { expired: day.expired, ended: endedOn(day) }),
        ])}
      >
        <Plot ticks={shares} tickText={write.percent} labels={dayLabels}>
          <Bars series={[{ values: days.map(shareExpired), look: "fill-warn" }]} top={shares.at(-1) ?? 1} />
        </Plot>
      </Figure>
      {(
        [
          ["hasty", "decided_in_under_3_seconds", "fill-deny"],
          ["edited", "edited", "fill-accent"],
          ["unknown", "outcome_unknown", "fill-unknown"],
        ] as const
      ).map(([name, figure, look]) => {
        const ticks = countTicks(greatest(days.map((day) => day[figure])));
        return (
          <Figure
            key={name}
            title={t(`insights.${name}`)}
            means={t(`insights.${name}.means`)}
            of={t("insights.day")}
            columns={[{ name: t("insights.count") }]}
            rows={rowsOf((day) => [write.count(day[figure])])}
          >
            <Plot ticks={ticks} tickText={write.count} labels={dayLabels}>
              <Bars series={[{ values: days.map((day) => day[figure]), look }]} top={ticks.at(-1) ?? 1} />
            </Plot>
          </Figure>
        );
      })}
    </div>
  );
}
