"use client";

import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import { Card } from "@/components/ui/card";
import { Instant } from "@/components/ui/instant";
import { Notice } from "@/components/ui/notice";
import { Text } from "@/components/ui/text";
import type { ApprovalsView, ConfirmationDetail, TierView } from "@/lib/wire/console/types";

/** Whom it is put to and from when on, and who has approved so far. */
export function AskedCard({ confirmation: { tiers, approvals, state } }: { confirmation: ConfirmationDetail }) {
  const t = useTexts();
  return (
    <>
      {tiers ? (
        <Card title={t("asked.title")}>
          <ol className="divide-y divide-line">
            {tiers.map((tier, at) => (
              <li
                key={tier.asks_at + tier.group}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-sm"
              >
                <span className="text-2xs text-ink-3 tabular-nums">{at + 1}</span>
                <span
                  className={`min-w-0 [overflow-wrap:anywhere] ${tier.asked && !tier.skipped ? "font-medium" : "text-ink-2"}`}
                >
                  <Text>{tier.group}</Text>
                </span>
                <span className="ml-auto text-xs text-ink-3">
                  <Turn tier={tier} open={state === "pending"} />
                </span>
              </li>
            ))}
          </ol>
          {state === "pending" && tiers.every((tier) => tier.skipped) ? (
            <Notice look="warn" className="m-3">
              {t("asked.nobody")}
            </Notice>
          ) : null}
        </Card>
      ) : null}
      {approvals ? <Approvals approvals={approvals} /> : null}
    </>
  );
}

function Turn({ tier, open }: { tier: TierView; open: boolean }) {
  const t = useTexts();
  if (tier.skipped) return t("asked.skipped");
  if (!tier.asked) {
    if (!open) return t("asked.not");
    return <Phrase id="asked.from" with={{ when: <Instant at={tier.asks_at} as="clock" /> }} />;
  }
  return (
    <>
      {open ? <b className="mr-2 font-medium text-ink">{t("asked.now")}</b> : null}
      <Phrase id="asked.since" with={{ when: <Instant at={tier.asks_at} /> }} />
    </>
  );
}

function Approvals({ approvals: { needed, given } }: { approvals: ApprovalsView }) {
  const t = useTexts();
  const viewerId = useViewer()?.id;
  return (
    <Card title={t("approvals.title")} aside={t("approvals.count", { counted: given.length, needed })}>
      {given.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-2">{t("approvals.none", { needed })}</p>
      ) : (
        <ul className="divide-y divide-line">
          {given.map(({ by, at, on_behalf_of }) => (
            <li key={by.id} className="flex flex-wrap items-baseline gap-x-2 px-4 py-2.5 text-sm">
              <span className="font-medium">{by.id === viewerId ? t("decision.you") : <Text>{by.name}</Text>}</span>
              {on_behalf_of ? (
                <span className="text-ink-2">
                  <Phrase id="asked.onBehalf" with={{ name: <Text>{on_behalf_of.name}</Text> }} />
                </span>
              ) : null}
              <Instant at={at} className="ml-auto text-xs text-ink-3" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
