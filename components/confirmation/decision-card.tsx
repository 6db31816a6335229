"use client";

import { useViewer } from "@/components/live/viewer";
import { Card } from "@/components/ui/card";
import { countText } from "@/components/ui/count-text";
import { FoldedText } from "@/components/ui/folded-text";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import { readChanges } from "@/lib/kernel/exact-json/changes";
import type { DecisionView } from "@/lib/wire/console/types";
import { ChangesTable } from "./changes-table";

const BY = { reviewer: "reviewer", admin: "admin", policy: "policy", gate: "the gate", agent: "its agent" } as const;

/** Why it ended, where no person wrote a reason. One sentence for each code, none of which names a person who did nothing. */
const CODES: Record<string, string> = {
  reviewer_approved: "A person approved it.",
  reviewer_denied: "A person denied it.",
  policy_allowed: "A policy allows it.",
  policy_denied: "A policy denies it.",
  timed_out: "Nobody decided in time. Nobody refused it either; it does not run.",
  withdrawn: "It was withdrawn before anybody decided.",
  deny_limit: "The agent was denied too often.",
  queue_full: "Too many were waiting already.",
  resubmission_limit: "The same call was submitted too often.",
  agent_disabled: "The agent is disabled.",
  tool_disabled: "The tool is disabled.",
};

function Decider({ by }: { by: DecisionView["by"] }) {
  const viewerId = useViewer()?.id;
  // The gate is the product itself: it has no name that would say more.
  if (by.kind === "gate") return BY.gate;
  return (
    <>
      {by.id !== undefined && by.id === viewerId ? "you" : <Text>{by.name}</Text>}
      <span className="text-ink-3"> · {BY[by.kind]}</span>
    </>
  );
}

/** What ended it: who, when, why, and what they changed. */
export function DecisionCard({ decision }: { decision: DecisionView }) {
  const changes = decision.changes_text ? readChanges(decision.changes_text) : [];
  return (
    <Card title="Decision" aside={<Instant at={decision.at} as="exact" />}>
      <div className="px-4 py-3">
        <p>
          <b className="font-semibold capitalize">{decision.status}</b> by <Decider by={decision.by} />
          {decision.edited ? (
            <span className="text-ink-3"> · {countText(changes.length, "change")} to the arguments</span>
          ) : null}
        </p>
        {decision.reason ? (
          <blockquote className="mt-1.5 border-l-2 border-line-strong pl-3 text-ink-2">
            <FoldedText text={decision.reason} />
          </blockquote>
        ) : (
          <p className="mt-0.5 text-sm text-ink-2">{CODES[decision.reason_code] ?? decision.reason_code}</p>
        )}
      </div>
      {changes.length > 0 ? (
        <div className="border-t border-line">
          <ChangesTable changes={changes} label="What was changed" />
        </div>
      ) : null}
    </Card>
  );
}
