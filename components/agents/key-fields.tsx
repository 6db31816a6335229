"use client";

import { useId } from "react";
import type { KeyInput } from "@/app/(console)/agents/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { FIELD } from "@/components/people/field-look";

/** How long a new key may stand; "" is until it is revoked. */
const LIFETIMES = ["30d", "90d", "365d", ""] as const;

export type KeyDraft = { name: string; lifetime: string; tools: string };

export const NEW_KEY: KeyDraft = { name: "", lifetime: "90d", tools: "" };

/** One tool a line, as it is typed; blank lines say nothing. */
export function keyInputOf({ name, lifetime, tools }: KeyDraft): KeyInput {
  return { name, lifetime, tools: tools.split("\n").filter((line) => line.trim() !== "") };
}

/** What is said of a new key: its name, how long it stands, and for which tools it is. */
export function KeyFields({ draft, onChange }: { draft: KeyDraft; onChange: (draft: KeyDraft) => void }) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <label className="block text-sm font-medium">
        {t("agents.key.name")}
        <input
          required
          maxLength={128}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
          className={`${FIELD} font-normal`}
        />
      </label>
      <LifetimeChoice value={draft.lifetime} onChange={(lifetime) => onChange({ ...draft, lifetime })} />
      <label className="block text-sm font-medium sm:col-span-2">
        {t("agents.key.tools")}
        <textarea
          rows={2}
          value={draft.tools}
          spellCheck={false}
          aria-describedby={`${id}-tools`}
          onChange={(event) => onChange({ ...draft, tools: event.target.value })}
          className={`${FIELD} resize-y py-1.5 font-mono font-normal`}
        />
      </label>
      <p id={`${id}-tools`} className="-mt-2 text-xs text-ink-3 sm:col-span-2">
        {t("agents.key.tools.means")}
      </p>
    </div>
  );
}

export function LifetimeChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts();
  return (
    <label className="block text-sm font-medium">
      {t("agents.key.lifetime")}
      <select value={value} onChange={(event) => onChange(event.target.value)} className={`${FIELD} font-normal`}>
        {LIFETIMES.map((lifetime) => (
          <option key={lifetime} value={lifetime}>
            {lifetime === "" ? t("agents.key.noEnd") : t("agents.key.days", { n: Number.parseInt(lifetime, 10) })}
          </option>
        ))}
      </select>
    </label>
  );
}
