"use client";

import { useId } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import type { PolicyFaultView, PolicyTestResult } from "@/lib/wire/console/types";
import type { EditedTest } from "./draft-model";
import { FieldFaults } from "./field-faults";
import { EFFECTS, FIELD, SMALL_LINK } from "./rule-editor";
import { TestResult } from "./test-line";

type Props = {
  test: EditedTest;
  position: number;
  /** The ids of the rules there are. */
  rules: readonly string[];
  faults: readonly PolicyFaultView[];
  result: PolicyTestResult | undefined;
  disabled: boolean;
  onChange: (test: EditedTest) => void;
  onRemove: () => void;
};

/** One test, to be written: a request, and what has to be said of it. */
export function TestEditor({ test, position, rules, faults, result, disabled, onChange, onRemove }: Props) {
  const t = useTexts();
  const id = useId();
  const named = rules.includes(test.rule) || test.rule === "" ? rules : [test.rule, ...rules];
  return (
    <li className="px-4 py-3.5" data-rule={test.key}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t("policies.test.named", { n: position })}</legend>
        <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <div>
            <label htmlFor={`${id}-expect`} className="mb-1 block text-xs font-medium text-ink-2">
              {t("policies.test.expect")}
            </label>
            <select
              id={`${id}-expect`}
              disabled={disabled}
              value={test.expect}
              className={FIELD}
              onChange={(event) => {
                const expect = EFFECTS.find((each) => each === event.target.value);
                if (expect) onChange({ ...test, expect });
              }}
            >
              {EFFECTS.map((effect) => (
                <option key={effect} value={effect}>
                  {t(`policies.effect.${effect}`)}
                </option>
              ))}
            </select>
          </div>
          <div className="min-w-0">
            <label htmlFor={`${id}-rule`} className="mb-1 block text-xs font-medium text-ink-2">
              {t("policies.test.rule")}
            </label>
            <select
              id={`${id}-rule`}
              disabled={disabled}
              value={test.rule}
              className={FIELD}
              onChange={(event) => onChange({ ...test, rule: event.target.value })}
            >
              <option value="">{t("policies.test.anyRule")}</option>
              {named.map((rule) => (
                <option key={rule} value={rule}>
                  {rule}
                </option>
              ))}
            </select>
          </div>
        </div>
        <div className="mt-3">
          <label htmlFor={`${id}-given`} className="mb-1 block text-xs font-medium text-ink-2">
            {t("policies.test.given")}
          </label>
          <textarea
            id={`${id}-given`}
            disabled={disabled}
            rows={Math.min(14, Math.max(2, test.given.split("\n").length))}
            value={test.given}
            spellCheck={false}
            autoCapitalize="off"
            aria-invalid={faults.length > 0 || undefined}
            aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
            className={`${FIELD} resize-y font-mono text-xs leading-relaxed`}
            onChange={(event) => onChange({ ...test, given: event.target.value })}
          />
          <FieldFaults id={`${id}-faults`} faults={faults} text={test.given} />
        </div>
        <div className="mt-1.5 flex items-start gap-3">
          <div className="min-w-0 flex-1" aria-live="polite">
            {result ? <TestResult result={result} /> : null}
          </div>
          <button
            type="button"
            className={SMALL_LINK}
            disabled={disabled}
            aria-label={t("policies.test.removeNamed", { n: position })}
            onClick={onRemove}
          >
            {t("policies.test.remove")}
          </button>
        </div>
      </fieldset>
    </li>
  );
}
