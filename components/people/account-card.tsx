"use client";

import { type ReactNode, useState } from "react";
import { changeRole, disablePerson, enablePerson, offerLink } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Text } from "@/components/ui/text";
import type { Role } from "@/lib/kernel/principal";
import type { AccountView, LinkYield } from "@/lib/wire/console/types";
import { ConfirmButton, ConfirmDialog } from "./confirm-button";
import { LinkShown } from "./link-shown";
import { LocalAgo } from "./local-time";
import { RefusedNotice } from "./refused-notice";
import { RoleChoice } from "./role-choice";
import { StandingChip } from "./standing-chip";
import { useChange } from "./use-change";

type Props = { account: AccountView; own: boolean; manages: boolean; byProvider: boolean };

/** Who somebody is here, and for an admin what can be changed of it. */
export function AccountCard({ account, own, manages, byProvider }: Props) {
  const t = useTexts();
  const [link, setLink] = useState<LinkYield>();
  const { name } = account;
  const ways = [
    account.has_password && !byProvider ? t("people.signsIn.password") : null,
    account.linked ? t("people.signsIn.oidc") : null,
  ].filter((way) => way !== null);
  const invites = !account.has_password;
  return (
    <Card title={t("people.account")} aside={<StandingChip account={account} />}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
        <Fact name={t("people.email")}>{account.email}</Fact>
        <Fact name={t("people.role")}>{t(`role.${account.role}`)}</Fact>
        <Fact name={t("people.groups")}>
          {account.groups.length > 0 ? <Text>{account.groups.join(", ")}</Text> : t("people.none")}
        </Fact>
        <Fact name={t("people.signsIn")}>{ways.join(", ") || t("people.none")}</Fact>
        <Fact name={t("people.lastSignIn")}>
          {account.last_sign_in_at ? <LocalAgo at={account.last_sign_in_at} /> : t("people.never")}
        </Fact>
      </dl>
      {own ? <p className="border-t border-line px-4 py-2.5 text-xs text-ink-3">{t("people.ownRole")}</p> : null}
      {manages && !own && !account.disabled ? <RoleForm account={account} /> : null}
      {manages ? (
        <div className="grid gap-3 border-t border-line px-4 py-3 empty:hidden">
          {link ? <LinkShown name={name} link={link} onClose={() => setLink(undefined)} /> : null}
          <div className="flex flex-wrap gap-2">
            {byProvider || account.disabled ? null : (
              <ConfirmButton
                title={t("people.reset.title", { name })}
                means={t(invites ? "people.reinvite.means" : "people.reset.means")}
                send={t("people.reset.send")}
                act={() => offerLink(account.id)}
                onDone={(done) => setLink(done.link)}
              >
                {t("people.reset")}
              </ConfirmButton>
            )}
            {own ? null : account.disabled ? (
              <EnableButton id={account.id} />
            ) : (
              <ConfirmButton
                look="deny"
                title={t("people.disable.title", { name })}
                means={t("people.disable.means")}
                send={t("people.disable")}
                act={() => disablePerson(account.id)}
              >
                {t("people.disable")}
              </ConfirmButton>
            )}
          </div>
        </div>
      ) : null}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function RoleForm({ account }: { account: AccountView }) {
  const t = useTexts();
  const [role, setRole] = useState<Role>(account.role);
  const [asking, setAsking] = useState(false);
  return (
    <form
      className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (role !== account.role) setAsking(true);
      }}
    >
      <div className="min-w-0 flex-1 basis-56">
        <RoleChoice value={role} onChange={setRole} />
      </div>
      <Button type="submit" disabled={role === account.role} className="mt-6">
        {t("people.role.change")}
      </Button>
      {asking ? (
        <ConfirmDialog
          look="ink"
          title={t("people.role.title", { name: account.name, role: t(`role.${role}`) })}
          means={t(`people.role.${role}`)}
          send={t("people.role.change")}
          act={() => changeRole(account.id, role)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </form>
  );
}

function EnableButton({ id }: { id: string }) {
  const t = useTexts();
  const { change, pending, refused } = useChange();
  return (
    <>
      <Button size="sm" aria-disabled={pending} onClick={() => change(() => enablePerson(id))}>
        {t(pending ? "people.working" : "people.enable")}
      </Button>
      <RefusedNotice refused={refused} />
    </>
  );
}
