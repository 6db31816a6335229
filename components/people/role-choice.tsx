"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { ROLES, type Role } from "@/lib/kernel/principal";
import { FIELD } from "./field-look";

/** A role by name; what it may do stands below. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTexts();
  return (
    <label className="block text-sm font-medium">
      {t("people.role")}
      <select
        value={value}
        onChange={(event) => onChange(ROLES.find((role) => role === event.target.value) ?? value)}
        className={`${FIELD} font-normal`}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {t(`role.${role}`)}
          </option>
        ))}
      </select>
      <span className="mt-1 block text-xs font-normal text-ink-3">{t(`people.role.${value}`)}</span>
    </label>
  );
}
