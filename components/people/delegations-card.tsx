"use client";

import { useState } from "react";
import { endDelegation } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Text } from "@/components/ui/text";
import type { AccountView, DelegationView } from "@/lib/wire/console/types";
import { ConfirmButton } from "./confirm-button";
import { DelegationForm } from "./delegation-form";
import { useTimeText } from "./local-time";

type Props = {
  delegations: DelegationView[];
  /** Who can be away and who can stand in. */
  accounts: Pick<AccountView, "id" | "name" | "email" | "role" | "disabled">[];
  viewerId: string;
  manages: boolean;
  /** The one who is away, where the page is about one person. */
  awayId?: string;
};

/** Who decides in whose place, and until when. */
export function DelegationsCard({ delegations, accounts, viewerId, manages, awayId }: Props) {
  const t = useTexts();
  const timeText = useTimeText();
  const [adding, setAdding] = useState(false);
  const deciders = accounts.filter(({ role, disabled }) => !disabled && role !== "auditor");
  const away = awayId ? deciders.filter(({ id }) => id === awayId) : deciders;
  const canAdd = away.length > 0 && (manages || awayId === viewerId);
  return (
    <Card
      title={t("people.away")}
      aside={
        canAdd ? (
          <Button size="sm" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t("people.away.send")}
          </Button>
        ) : undefined
      }
    >
      <p className="px-4 pt-3 text-xs text-ink-3">{t("people.away.lead")}</p>
      {adding ? <DelegationForm away={away} deciders={deciders} onClose={() => setAdding(false)} /> : null}
      {delegations.length === 0 ? <p className="px-4 py-3 text-sm text-ink-3">{t("people.away.none")}</p> : null}
      <ul className="mt-2">
        {delegations.map((each) => {
          const [from, to] = [each.from.name, each.to.name];
          const [start, end] = [timeText(each.starts_at), timeText(each.ends_at)];
          const line = t("people.away.line", { to, from });
          return (
            <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2">
              <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
                <Text>{line}</Text>
                <span className="block text-xs text-ink-3">
                  {each.in_force ? t("people.away.until", { time: end }) : t("people.away.between", { start, end })}
                  {each.reason ? (
                    <>
                      {" · "}
                      <Text>{each.reason}</Text>
                    </>
                  ) : null}
                </span>
              </span>
              <Chip tone={each.in_force ? "wait" : "plain"}>
                {t(each.in_force ? "people.away.now" : "people.away.later")}
              </Chip>
              {manages || each.from.id === viewerId ? (
                <span className="ml-auto">
                  <ConfirmButton
                    look="deny"
                    label={`${t("people.away.end")}: ${line}`}
                    title={t("people.away.end.title")}
                    means={t("people.away.end.means", { to, from })}
                    send={t("people.away.end")}
                    act={() => endDelegation(each.id)}
                  >
                    {t("people.away.end")}
                  </ConfirmButton>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
