import type { Scale } from "./scale";

/** The two windows as one line: what the agent waits, what a person has, and where the mark stands. */
export function Track({ scale, mark, over, thin }: { scale: Scale; mark: number; over: boolean; thin?: boolean }) {
  const waitShare = `${scale.waitShare * 100}%`;
  const waitOver = mark >= scale.waitShare;
  return (
    <div className={`relative rounded-full bg-window/60 ${thin ? "h-1" : "h-2"}`}>
      <i
        className={`absolute inset-y-0 left-0 ${scale.waitShare === 1 ? "rounded-full" : "rounded-l-full"} bg-wait ${waitOver || over ? "opacity-35" : ""}`}
        style={{ width: waitShare }}
      />
      {/* What has gone by lies under a veil, so that the rest reads as what is left. */}
      <i className="absolute inset-y-0 left-0 rounded-l-full bg-surface/45" style={{ width: `${mark * 100}%` }} />
      <i
        className={`absolute w-0.5 rounded-full bg-now ${thin ? "-inset-y-0.5" : "-inset-y-1.5"} ${over ? "opacity-50" : ""}`}
        style={{ left: `clamp(0px, calc(${mark * 100}% - 1px), calc(100% - 2px))` }}
      />
    </div>
  );
}
