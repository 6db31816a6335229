"use client";

import { X } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { FIELD } from "@/components/people/field-look";
import { Button } from "@/components/ui/button";
import type { TierDraft } from "./tool-draft";

type Props = { tiers: TierDraft[]; groups: string[]; manages: boolean; onChange: (tiers: TierDraft[]) => void };

/** Who is asked first, and for how long before the next are asked too. */
export function TiersEditor({ tiers, groups, manages, onChange }: Props) {
  const t = useTexts();
  const put = (key: number, part: Partial<TierDraft>) =>
    onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...part } : tier)));
  const add = () => {
    const key = Math.max(-1, ...tiers.map((tier) => tier.key)) + 1;
    onChange([...tiers, { key, group: groups[0] ?? "", wait: "1h" }]);
  };
  return (
    <div className="border-t border-line p-4">
      <h3 className="text-sm font-medium">{t("tools.tiers")}</h3>
      <p className="text-xs text-ink-3">{t("tools.tiers.means")}</p>
      {tiers.length === 0 ? <p className="mt-2 text-sm text-ink-2">{t("tools.anyReviewer")}</p> : null}
      <ol className="mt-2 grid gap-2">
        {tiers.map(({ key, group, wait }, at) => (
          <li key={key} className="flex items-end gap-2">
            <label className="min-w-0 flex-1 text-xs text-ink-2">
              {t("tools.tier.group", { n: at + 1 })}
              <select
                value={group}
                onChange={(event) => put(key, { group: event.target.value })}
                className={`${FIELD} text-ink`}
              >
                {[...new Set([...groups, group])].map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label className="w-28 text-xs text-ink-2">
              {t("tools.tier.wait", { n: at + 1 })}
              <input
                required
                value={wait}
                autoComplete="off"
                onChange={(event) => put(key, { wait: event.target.value })}
                className={`${FIELD} text-ink`}
              />
            </label>
            {manages ? (
              <button
                type="button"
                aria-label={t("tools.tier.remove", { n: at + 1 })}
                onClick={() => onChange(tiers.filter((tier) => tier.key !== key))}
                className="grid size-9 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
              >
                <X size={15} aria-hidden />
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {manages ? (
        <div className="mt-2.5 flex flex-wrap items-center gap-3">
          <Button size="sm" disabled={groups.length === 0} onClick={add}>
            {t("tools.tier.add")}
          </Button>
          {groups.length === 0 ? <span className="text-xs text-ink-3">{t("tools.tier.noGroups")}</span> : null}
        </div>
      ) : null}
    </div>
  );
}
