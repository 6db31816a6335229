"use client";

import { type SubmitEvent, useState } from "react";
import { saveLimits } from "@/app/(console)/tools/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { RefusedNotice } from "@/components/people/refused-notice";
import { useChange } from "@/components/people/use-change";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { LimitsView } from "@/lib/wire/console/types";
import { TextInput, Tick } from "./fields";

const ENDS = ["denied", "expired", "cancelled"] as const;

/** When the gate denies without asking anybody. */
export function LimitsCard({ limits, manages }: { limits: LimitsView; manages: boolean }) {
  const t = useTexts();
  const [draft, setDraft] = useState({
    count: String(limits.deny.count),
    within: limits.deny.within,
    perAgent: String(limits.pending.per_agent),
    total: String(limits.pending.total),
    max: String(limits.resubmit.max),
    minInterval: limits.resubmit.min_interval ?? "",
    after: limits.resubmit.after,
  });
  const [saved, setSaved] = useState(false);
  const { change, pending, refused } = useChange();
  const set = (part: Partial<typeof draft>) => {
    setSaved(false);
    setDraft({ ...draft, ...part });
  };

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { count, within, perAgent, total, max, minInterval, after } = draft;
    const wanted: LimitsView = {
      deny: { count: Number(count), within: within.trim() },
      pending: { per_agent: Number(perAgent), total: Number(total) },
      resubmit: { max: Number(max), min_interval: minInterval.trim() || undefined, after },
    };
    if (await change(() => saveLimits(wanted))) setSaved(true);
  }

  return (
    <Card title={t("limits.title")}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <fieldset disabled={!manages} className="grid gap-3 sm:grid-cols-3">
          <legend className="mb-2 text-xs text-ink-3">{t("limits.means")}</legend>
          <TextInput
            label={t("limits.deny.count")}
            hint={t("limits.deny.means")}
            number
            required
            value={draft.count}
            onChange={(count) => set({ count })}
          />
          <TextInput
            label={t("limits.deny.within")}
            required
            value={draft.within}
            onChange={(within) => set({ within })}
          />
          <span className="max-sm:hidden" />
          <TextInput
            label={t("limits.pending.perAgent")}
            number
            required
            value={draft.perAgent}
            onChange={(perAgent) => set({ perAgent })}
          />
          <TextInput
            label={t("limits.pending.total")}
            number
            required
            value={draft.total}
            onChange={(total) => set({ total })}
          />
          <span className="max-sm:hidden" />
          <TextInput
            label={t("limits.resubmit.max")}
            number
            required
            value={draft.max}
            onChange={(max) => set({ max })}
          />
          <TextInput
            label={t("limits.resubmit.minInterval")}
            hint={t("limits.resubmit.minInterval.means")}
            value={draft.minInterval}
            onChange={(minInterval) => set({ minInterval })}
          />
          <div>
            <p className="text-sm font-medium">{t("limits.resubmit.after")}</p>
            {ENDS.map((end) => (
              <Tick
                key={end}
                label={t(`state.${end}`)}
                checked={draft.after.includes(end)}
                onChange={(on) =>
                  set({ after: on ? [...draft.after, end] : draft.after.filter((each) => each !== end) })
                }
              />
            ))}
          </div>
        </fieldset>
        {manages ? (
          <>
            <RefusedNotice refused={refused} />
            {saved ? <Notice role="status">{t("limits.saved")}</Notice> : null}
            <div className="flex justify-end">
              <Button type="submit" look="ink" aria-disabled={pending}>
                {t(pending ? "people.working" : "limits.save")}
              </Button>
            </div>
          </>
        ) : null}
      </form>
    </Card>
  );
}
