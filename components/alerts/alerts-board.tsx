"use client";

import { useEffect, useRef, useState } from "react";
import { acknowledgeAlert, acknowledgeExpired } from "@/app/(console)/alerts/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { RefusedNotice } from "@/components/people/refused-notice";
import { useChange } from "@/components/people/use-change";
import { Notice } from "@/components/ui/notice";
import type { AcknowledgedView, AlertView, ExpiredView, PeopleAnswer, ShownList } from "@/lib/wire/console/types";
import { AcknowledgedRow } from "./acknowledged-row";
import { AlertRow } from "./alert-row";
import { AlertsCard } from "./alerts-card";
import { ExpiredRow } from "./expired-row";

type Props = {
  expired: ShownList<ExpiredView>;
  open: ShownList<AlertView>;
  acknowledged: ShownList<AcknowledgedView>;
  /** Whether the viewer acknowledges; an auditor reads. */
  acts: boolean;
};

/** What waits for an admin, and what admins have acknowledged. The answer stands above, because its row goes away. */
export function AlertsBoard({ expired, open, acknowledged, acts }: Props) {
  const t = useTexts();
  const answer = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState(false);
  const { change, pending, refused } = useChange();

  async function acknowledge(send: () => Promise<PeopleAnswer>) {
    setDone(false);
    setDone((await change(send)) !== undefined);
  }

  // The button that was pressed goes away with its row; the answer takes its place.
  useEffect(() => {
    if (done || refused) answer.current?.focus();
  }, [done, refused]);

  return (
    <div className="grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-10 sm:px-6">
      <div ref={answer} tabIndex={-1} className="outline-none empty:hidden">
        <RefusedNotice refused={refused} />
        {done ? <Notice role="status">{t("alerts.done")}</Notice> : null}
      </div>
      <AlertsCard title={t("alerts.expired")} none={t("alerts.expired.none")} list={expired}>
        {(row) => (
          <ExpiredRow
            key={row.id}
            row={row}
            onAcknowledge={acts ? () => acknowledge(() => acknowledgeExpired(row.id)) : undefined}
            pending={pending}
          />
        )}
      </AlertsCard>
      <AlertsCard title={t("alerts.open")} none={t("alerts.open.none")} list={open}>
        {(row) => (
          <AlertRow
            key={row.id}
            row={row}
            onAcknowledge={acts ? () => acknowledge(() => acknowledgeAlert(row.id)) : undefined}
            pending={pending}
          />
        )}
      </AlertsCard>
      <AlertsCard title={t("alerts.acknowledged")} none={t("alerts.acknowledged.none")} list={acknowledged}>
        {(row) => <AcknowledgedRow key={row.id} row={row} />}
      </AlertsCard>
    </div>
  );
}
