"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Text } from "@/components/ui/text";
import type { PolicyEffectName, PolicyTestResult, PolicyTestView } from "@/lib/wire/console/types";
import { EffectChip } from "./effect-chip";

/** An effect, and the rule behind it where there is one. */
export function Said({ effect, rule }: { effect: PolicyEffectName; rule?: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <EffectChip effect={effect} />
      {rule ? (
        <span className="font-mono text-xs [overflow-wrap:anywhere]">
          <Text>{rule}</Text>
        </span>
      ) : null}
    </span>
  );
}

/** Whether a test passed, and if not, what was decided instead. */
export function TestResult({ result }: { result: PolicyTestResult }) {
  const t = useTexts();
  const Icon = result.passed ? CircleCheck : CircleX;
  return (
    <div className={`text-xs ${result.passed ? "text-approve" : "text-deny"}`}>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <Icon size={14} aria-hidden className="shrink-0" />
        {result.passed ? (
          t("policies.test.passed")
        ) : (
          <Phrase
            id="policies.test.failed"
            with={{
              what: result.rule ? (
                <Said effect={result.effect} rule={result.rule} />
              ) : (
                <EffectChip effect={result.effect} />
              ),
            }}
          />
        )}
      </p>
      {result.errors.map(({ rule, message }) => (
        <p key={rule} className="mt-0.5 text-warn">
          <Text>{`${rule}: ${message}`}</Text>
        </p>
      ))}
    </div>
  );
}

/** One test, to be read. */
export function TestLine({ test, result }: { test: PolicyTestView; result?: PolicyTestResult }) {
  const t = useTexts();
  return (
    <li className="px-4 py-3">
      <p className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Phrase id="policies.test.expects" with={{ what: <Said effect={test.expect} rule={test.rule} /> }} />
        {test.rule ? null : <span className="text-xs text-ink-3">{t("policies.test.anyRule")}</span>}
      </p>
      <code className="mb-1.5 block rounded-sm bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        <Text lines>{test.given_text}</Text>
      </code>
      {result ? <TestResult result={result} /> : null}
    </li>
  );
}
