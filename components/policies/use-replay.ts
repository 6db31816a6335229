"use client";

import { useEffect, useRef, useState } from "react";
import { readReplay } from "@/components/queries";
import type { PolicyReplay } from "@/lib/wire/console/types";

/** A part of a replay: short enough that the bar moves. */
const PART = 1_000;
/** As many differences as somebody reads; all are counted. */
export const MOST_SHOWN = 200;

export type ReplayState = {
  phase: "running" | "done" | "failed" | "changed" | "stopped";
  wanted: number;
  examined: number;
  passedOver: number;
  counts: PolicyReplay["counts"];
  differing: PolicyReplay["differing"];
  differs: number;
};

/** Replays part by part, the newest confirmations first, and adds up what came back. */
export function useReplay(number: number) {
  const [state, setState] = useState<ReplayState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(wanted: number) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let now: ReplayState = {
      phase: "running",
      wanted,
      examined: 0,
      passedOver: 0,
      counts: [],
      differing: [],
      differs: 0,
    };
    setState(now);
    let cursor: string | undefined;
    let digest: string | undefined;
    try {
      do {
        const limit = Math.min(PART, wanted - now.examined);
        const part = await readReplay({ number, limit, cursor }, controller.signal);
        digest ??= part.digest;
        // Half of one text and half of another would be a replay of neither.
        if (part.digest !== digest) return setState({ ...now, phase: "changed" });
        now = withPart(now, part);
        cursor = part.next_cursor;
        setState(now);
      } while (cursor && now.examined < wanted);
      setState({ ...now, phase: "done" });
    } catch {
      if (!controller.signal.aborted) setState({ ...now, phase: "failed" });
    }
  }

  function stop() {
    running.current?.abort();
    setState((before) => before && { ...before, phase: "stopped" });
  }

  return { state, start, stop };
}

export function withPart(state: ReplayState, part: PolicyReplay): ReplayState {
  const counts = state.counts.map((count) => ({ ...count }));
  for (const { before, after, count } of part.counts) {
    const known = counts.find((each) => each.before === before && each.after === after);
    if (known) known.count += count;
    else counts.push({ before, after, count });
  }
  return {
    ...state,
    examined: state.examined + part.examined,
    passedOver: state.passedOver + part.passed_over,
    counts,
    differing: [...state.differing, ...part.differing].slice(0, MOST_SHOWN),
    differs: state.differs + part.differing.length,
  };
}
