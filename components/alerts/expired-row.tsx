"use client";

import { useTexts, Text as Words } from "@/components/i18n/i18n-provider";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ExpiredView } from "@/lib/wire/console/types";
import { AlertLine } from "./alert-line";

type Props = { row: ExpiredView; onAcknowledge?: () => void; pending: boolean };

/** What nobody decided in time, and who was asked. */
export function ExpiredRow({ row, onAcknowledge, pending }: Props) {
  const t = useTexts();
  return (
    <AlertLine
      tool={row.tool}
      confirmationId={row.id}
      kind={t("alerts.kind.expired")}
      when={<Words id="alerts.expiredAt" with={{ time: <Instant at={row.expired_at} /> }} />}
      onAcknowledge={onAcknowledge}
      pending={pending}
    >
      <p className="mt-0.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
        <Words id="alerts.asks" with={{ agent: <Text>{row.agent}</Text> }} />
        {row.tiers.length === 0 ? ` · ${t("alerts.everybody")}` : null}
      </p>
      {row.tiers.length > 0 ? (
        <ol aria-label={t("alerts.tiers")} className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-2">
          {row.tiers.map(({ position, group, asked, skipped }) => (
            <li key={position} className="[overflow-wrap:anywhere]">
              <Text>{group}</Text>{" "}
              <span className="text-ink-3">
                {t(skipped ? "alerts.tier.skipped" : asked ? "alerts.tier.asked" : "alerts.tier.notAsked")}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </AlertLine>
  );
}
