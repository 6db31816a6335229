"use client";

import { useState } from "react";
import { deleteGroup } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Text } from "@/components/ui/text";
import type { AccountView, GroupView } from "@/lib/wire/console/types";
import { ConfirmButton } from "./confirm-button";
import { GroupEditor } from "./group-editor";

type Props = { group: GroupView; accounts: AccountView[]; manages: boolean };

export function GroupRow({ group, accounts, manages }: Props) {
  const t = useTexts();
  const [editing, setEditing] = useState(false);
  const { name, members, tools } = group;
  const decide = members.some(({ role, disabled }) => !disabled && role !== "auditor");
  return (
    <li className="border-t border-line px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Text>{name}</Text>
        </span>
        <span className="text-xs text-ink-3">{t.count("people.group.count", members.length)}</span>
        {decide ? null : (
          <Chip tone="warn" title={t("people.group.nobody")}>
            {t("people.group.nobody")}
          </Chip>
        )}
        {manages ? (
          <span className="ml-auto flex gap-1.5">
            <Button size="sm" aria-expanded={editing} onClick={() => setEditing(!editing)}>
              {t("people.group.edit", { name })}
            </Button>
            <ConfirmButton
              look="deny"
              label={t("people.group.delete.title", { name })}
              title={t("people.group.delete.title", { name })}
              means={t("people.group.delete.means")}
              send={t("people.group.delete")}
              act={() => deleteGroup(group.id)}
            >
              {t("people.group.delete")}
            </ConfirmButton>
          </span>
        ) : null}
      </div>
      {editing ? (
        <GroupEditor group={group} accounts={accounts} onClose={() => setEditing(false)} />
      ) : (
        <p className="mt-0.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
          <Text>{members.map((member) => member.name).join(", ")}</Text>
          {tools.length > 0 ? (
            <span className="block text-ink-3">
              <Text>{t("people.group.asked", { tools: tools.join(", ") })}</Text>
            </span>
          ) : null}
        </p>
      )}
    </li>
  );
}
