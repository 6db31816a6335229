"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { FIELD } from "@/components/people/field-look";
import type { PersonChoice } from "@/lib/wire/console/types";

type Props = { value: string; owners: PersonChoice[]; onChange: (ownerId: string) => void };

/** Who answers for an agent, and what that means for them. */
export function OwnerChoice({ value, owners, onChange }: Props) {
  const t = useTexts();
  return (
    <label className="block text-sm font-medium">
      {t("agents.owner")}
      <select value={value} onChange={(event) => onChange(event.target.value)} className={`${FIELD} font-normal`}>
        <option value="">{t("agents.nobody")}</option>
        {owners.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name === email ? email : `${name} · ${email}`}
          </option>
        ))}
      </select>
      <span className="mt-1 block text-xs font-normal text-ink-3">{t("agents.owner.means")}</span>
    </label>
  );
}
