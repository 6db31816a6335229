"use client";

import { type SubmitEvent, useState } from "react";
import { createGroup } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { AccountView, GroupView } from "@/lib/wire/console/types";
import { FIELD } from "./field-look";
import { GroupRow } from "./group-row";
import { RefusedNotice } from "./refused-notice";
import { useChange } from "./use-change";

type Props = { groups: GroupView[]; accounts: AccountView[]; manages: boolean };

/** The groups that tiers are made of. */
export function GroupsCard({ groups, accounts, manages }: Props) {
  const t = useTexts();
  const [adding, setAdding] = useState(false);
  const [name, setName] = useState("");
  const { change, pending, refused } = useChange();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!(await change(() => createGroup(name)))) return;
    setName("");
    setAdding(false);
  }

  return (
    <Card
      title={t("people.groups")}
      aside={
        manages ? (
          <Button size="sm" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t("people.group.new")}
          </Button>
        ) : undefined
      }
    >
      <p className="px-4 pt-3 text-xs text-ink-3">
        {t(groups.length === 0 ? "people.groups.none" : "people.groups.lead")}
      </p>
      {adding ? (
        <form onSubmit={submit} className="px-4 pt-3">
          <div className="flex items-end gap-2">
            <label className="block min-w-0 flex-1 text-sm font-medium">
              {t("people.group.name")}
              <input
                required
                maxLength={128}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
                className={`${FIELD} font-normal`}
              />
            </label>
            <Button type="submit" look="ink" aria-disabled={pending}>
              {t(pending ? "people.working" : "people.group.create")}
            </Button>
          </div>
          <RefusedNotice refused={refused} className="mt-3" />
        </form>
      ) : null}
      <ul className="mt-2">
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} accounts={accounts} manages={manages} />
        ))}
      </ul>
    </Card>
  );
}
