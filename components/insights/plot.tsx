import type { ReactNode } from "react";

/** The drawing's own units; it is stretched over whatever room there is, and lines keep their width. */
const WIDTH = 1_000;
const HEIGHT = 100;

type Frame = {
  ticks: number[];
  tickText: (value: number) => string;
  /** Labels under the drawing, by their place from 0 to 1. */
  labels: { at: number; text: string }[];
  children: ReactNode;
};

/**
 * The frame of a drawing. Nothing in it is read aloud: the table beside it has the numbers. Words are HTML, so that they
 * stay as large as all others when the drawing is stretched.
 */
export function Plot({ ticks, tickText, labels, children }: Frame) {
  const top = ticks.at(-1) ?? 1;
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-2xs text-ink-3 tabular-nums">
      <div className="relative h-36">
        {/* As wide as the widest of them. */}
        <span className="invisible block h-0 overflow-hidden">
          {ticks.map((tick) => (
            <span key={tick} className="block">
              {tickText(tick)}
            </span>
          ))}
        </span>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 translate-y-1/2 whitespace-nowrap leading-none"
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            {tickText(tick)}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-36 w-full overflow-visible">
        <title>{""}</title>
        {ticks.map((tick) => (
          <path
            key={tick}
            d={`M0 ${HEIGHT - (tick / top) * HEIGHT}H${WIDTH}`}
            className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {children}
      </svg>
      <div className="relative col-start-2 mt-1.5 h-4">
        {labels.map(({ at, text }) => (
          <span
            key={at}
            className="absolute whitespace-nowrap leading-none"
            style={{ left: `${at * 100}%`, transform: `translateX(-${at * 100}%)` }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

export type Series = { values: (number | undefined)[]; look: string };

/** Bars side by side, each made of the series stacked in their order. */
export function Bars({ series, top }: { series: Series[]; top: number }) {
  const count = series[0]?.values.length ?? 0;
  const room = WIDTH / Math.max(1, count);
  const width = Math.min(room * 0.72, 60);
  return Array.from({ length: count }, (_, at) => at).map((at) => {
    let below = 0;
    return series.map(({ values, look }) => {
      const height = ((values[at] ?? 0) / top) * HEIGHT;
      below += height;
      return height > 0 ? (
        <rect
          key={`${at} ${look}`}
          x={at * room + (room - width) / 2}
          y={HEIGHT - below}
          width={width}
          height={height}
          className={look}
        />
      ) : null;
    });
  });
}

/** Lines through the values; where there is none the line is broken, and a lone value is a dot. */
export function Line({
  values,
  top,
  look,
  area,
}: {
  values: (number | undefined)[];
  top: number;
  look: string;
  area?: string;
}) {
  const room = WIDTH / Math.max(1, values.length);
  const points = values.map((value, at) =>
    value === undefined ? null : `${((at + 0.5) * room).toFixed(1)} ${(HEIGHT - (value / top) * HEIGHT).toFixed(2)}`,
  );
  const path = points
    .map((point, at) => (point === null ? "" : `${at > 0 && points[at - 1] !== null ? "L" : "M"}${point}`))
    .join("");
  const dots = points.map((point) => (point === null ? "" : `M${point}h0`)).join("");
  const first = 0.5 * room;
  return (
    <>
      {area && path ? <path d={`${path}V${HEIGHT}H${first}Z`} className={area} /> : null}
      <path
        d={path}
        fill="none"
        className={look}
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {values.length <= 31 && !area ? (
        <path
          d={dots}
          fill="none"
          className={look}
          strokeDasharray="none"
          strokeWidth={5}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
    </>
  );
}
