"use client";

import { useViewer } from "@/components/live/viewer";
import { Text } from "@/components/ui/text";
import type { DecisionView, State } from "@/lib/wire/console/types";

/** What ended it, by whom and why, in one line. An expiry names nobody: nobody refused. */
export function DecisionWords({ state, decision }: { state: State; decision?: DecisionView }) {
  const viewerId = useViewer()?.id;
  if (state === "expired") return <span>expired, nobody decided in time</span>;
  if (!decision) return <span>{state}</span>;
  return (
    <span className="min-w-0 truncate">
      {decision.status} by{" "}
      {decision.by.id !== undefined && decision.by.id === viewerId ? "you" : <Text>{decision.by.name}</Text>}
      {decision.reason ? (
        <>
          {": “"}
          <Text>{decision.reason}</Text>”
        </>
      ) : null}
    </span>
  );
}
