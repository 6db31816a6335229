"use client";

import type { ReactNode } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Text } from "@/components/ui/text";
import type { PolicyRuleView } from "@/lib/wire/console/types";
import { EffectChip } from "./effect-chip";

/** A condition as it is written: lines kept, long ones broken, nothing hidden. */
export function Condition({ text }: { text: string }) {
  return (
    <code className="block rounded-sm bg-sunken px-3 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
      <Text lines>{text}</Text>
    </code>
  );
}

/** One rule, to be read: what it does, when, and what it tells. */
export function RuleCard({ rule, mark, errors }: { rule: PolicyRuleView; mark?: ReactNode; errors?: ReactNode }) {
  const t = useTexts();
  return (
    <article className="px-4 py-3">
      <header className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <EffectChip effect={rule.effect} />
        <h3 className="font-mono text-sm font-medium [overflow-wrap:anywhere]">
          <Text>{rule.id}</Text>
        </h3>
        {mark}
      </header>
      <Condition text={rule.when} />
      <p className="mt-1.5 text-sm text-ink-2">
        <span className="text-ink-3">{t("policies.reason")}: </span>
        <Text lines>{rule.reason}</Text>
      </p>
      {errors}
    </article>
  );
}
