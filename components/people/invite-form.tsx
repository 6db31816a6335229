"use client";

import { type SubmitEvent, useState } from "react";
import { invitePerson } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Role } from "@/lib/kernel/principal";
import type { LinkYield } from "@/lib/wire/console/types";
import { FIELD } from "./field-look";
import { LinkShown } from "./link-shown";
import { RefusedNotice } from "./refused-notice";
import { RoleChoice } from "./role-choice";
import { useChange } from "./use-change";

/** @param byProvider nobody signs in by password here, so there is no link to hand over */
export function InviteForm({ byProvider, onClose }: { byProvider: boolean; onClose: () => void }) {
  const t = useTexts();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("reviewer");
  const [made, setMade] = useState<{ email: string; link?: LinkYield }>();
  const { change, pending, refused } = useChange();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const done = await change(() => invitePerson({ email, role }));
    if (done) setMade({ email, link: done.link });
  }

  if (made) {
    return (
      <div className="border-b border-line p-4">
        {made.link ? (
          <LinkShown name={made.email} link={made.link} onClose={onClose} />
        ) : (
          <Notice role="status">{t("people.invite.added", { email: made.email })}</Notice>
        )}
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="border-b border-line p-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <label className="block text-sm font-medium">
          {t("people.invite.email")}
          <input
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className={`${FIELD} font-normal`}
          />
          <span className="mt-1 block text-xs font-normal text-ink-3">
            {t(byProvider ? "people.invite.provider" : "people.invite.means")}
          </span>
        </label>
        <RoleChoice value={role} onChange={setRole} />
      </div>
      <RefusedNotice refused={refused} className="mt-3" />
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onClose}>{t("people.cancel")}</Button>
        <Button type="submit" look="ink" aria-disabled={pending}>
          {t(pending ? "people.working" : "people.invite.send")}
        </Button>
      </div>
    </form>
  );
}
