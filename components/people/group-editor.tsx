"use client";

import { type SubmitEvent, useState } from "react";
import { renameGroup, setMembers } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Text } from "@/components/ui/text";
import type { AccountView, GroupView } from "@/lib/wire/console/types";
import { FIELD } from "./field-look";
import { RefusedNotice } from "./refused-notice";
import { useChange } from "./use-change";

type Props = { group: GroupView; accounts: AccountView[]; onClose: () => void };

/** A group's name and exactly who is in it. */
export function GroupEditor({ group, accounts, onClose }: Props) {
  const t = useTexts();
  const [name, setName] = useState(group.name);
  const [chosen, setChosen] = useState(() => new Set(group.members.map(({ id }) => id)));
  const { change, pending, refused } = useChange();
  const offered = accounts.filter(({ id, disabled }) => !disabled || chosen.has(id));

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name !== group.name && !(await change(() => renameGroup(group.id, name)))) return;
    if (await change(() => setMembers(group.id, [...chosen]))) onClose();
  }

  return (
    <form onSubmit={submit} className="mt-2 grid gap-3">
      <label className="block max-w-sm text-sm font-medium">
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
      <fieldset>
        <legend className="text-sm font-medium">{t("people.group.members", { name: group.name })}</legend>
        <div className="mt-1 grid max-h-72 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {offered.map(({ id, name: personName, email, role }) => (
            <label key={id} className="flex min-h-8 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Text>{personName}</Text>{" "}
                <span className="text-xs text-ink-3">
                  {email === personName ? "" : `${email} · `}
                  {t(`role.${role}`)}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <RefusedNotice refused={refused} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("people.cancel")}</Button>
        <Button type="submit" look="ink" aria-disabled={pending}>
          {t(pending ? "people.working" : "people.save")}
        </Button>
      </div>
    </form>
  );
}
