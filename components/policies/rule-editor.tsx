"use client";

import { type ReactNode, useId } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import type { PolicyFaultView } from "@/lib/wire/console/types";
import type { EditedRule } from "./draft-model";
import { FieldFaults } from "./field-faults";

export const FIELD =
  "block w-full rounded-sm border border-field bg-surface px-2.5 py-1.5 text-sm aria-invalid:border-deny disabled:opacity-60";
export const SMALL_LINK = "min-h-6 text-xs text-ink-2 underline underline-offset-2 hover:text-ink disabled:opacity-50";

export const EFFECTS = ["allow", "ask", "deny"] as const;

type Props = {
  rule: EditedRule;
  faults: readonly PolicyFaultView[];
  disabled: boolean;
  onChange: (rule: EditedRule) => void;
  onRemove: () => void;
};

/** One rule, to be written: each field with what is wrong with it beneath. */
export function RuleEditor({ rule, faults, disabled, onChange, onRemove }: Props) {
  const t = useTexts();
  const base = useId();
  const at = (field: PolicyFaultView["field"]) => faults.filter((fault) => fault.field === field);

  function field(
    name: "id" | "effect" | "when" | "reason",
    label: ReactNode,
    control: (props: ControlProps) => ReactNode,
  ) {
    const [id, found] = [`${base}-${name}`, at(name)];
    const props = {
      id,
      disabled,
      "aria-invalid": found.length > 0 || undefined,
      "aria-describedby": found.length > 0 ? `${id}-faults` : undefined,
    };
    return (
      <div className="min-w-0">
        <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-2">
          {label}
        </label>
        {control(props)}
        <FieldFaults id={`${id}-faults`} faults={found} text={name === "when" ? rule.when : undefined} />
      </div>
    );
  }

  return (
    <li className="px-4 py-3.5" data-rule={rule.key}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t("policies.rule.named", { id: rule.id })}</legend>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem]">
          {field("id", t("policies.rule.id"), (props) => (
            <input
              {...props}
              type="text"
              value={rule.id}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              className={`${FIELD} font-mono`}
              onChange={(event) => onChange({ ...rule, id: event.target.value })}
            />
          ))}
          {field("effect", t("policies.rule.effect"), (props) => (
            <select
              {...props}
              value={rule.effect}
              className={FIELD}
              onChange={(event) => {
                const effect = EFFECTS.find((each) => each === event.target.value);
                if (effect) onChange({ ...rule, effect });
              }}
            >
              {EFFECTS.map((effect) => (
                <option key={effect} value={effect}>
                  {t(`policies.effect.${effect}`)}
                </option>
              ))}
            </select>
          ))}
        </div>
        <div className="mt-3">
          {field("when", t("policies.rule.when"), (props) => (
            <textarea
              {...props}
              rows={Math.min(14, Math.max(2, rule.when.split("\n").length))}
              value={rule.when}
              spellCheck={false}
              autoCapitalize="off"
              className={`${FIELD} resize-y font-mono text-xs leading-relaxed`}
              onChange={(event) => onChange({ ...rule, when: event.target.value })}
            />
          ))}
        </div>
        <div className="mt-3">
          {field("reason", t("policies.rule.reason"), (props) => (
            <input
              {...props}
              type="text"
              value={rule.reason}
              className={FIELD}
              onChange={(event) => onChange({ ...rule, reason: event.target.value })}
            />
          ))}
        </div>
        <div className="mt-1.5 flex justify-end">
          <button
            type="button"
            className={SMALL_LINK}
            disabled={disabled}
            aria-label={t("policies.rule.removeNamed", { id: rule.id })}
            onClick={onRemove}
          >
            {t("policies.rule.remove")}
          </button>
        </div>
      </fieldset>
    </li>
  );
}

type ControlProps = {
  id: string;
  disabled: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};
