"use client";

import Link from "next/link";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Text } from "@/components/ui/text";
import type { AccountView } from "@/lib/wire/console/types";
import { InviteForm } from "./invite-form";
import { LocalAgo } from "./local-time";
import { StandingChip } from "./standing-chip";

type Props = { accounts: AccountView[]; viewerId: string; manages: boolean; byProvider: boolean };

const HEAD = "px-3 py-2 font-medium first:pl-4 last:pr-4";
const CELL = "px-3 py-2 align-top first:pl-4 last:pr-4";

/** Everybody with an account. On a phone groups and sign-in stand below the name. */
export function AccountsCard({ accounts, viewerId, manages, byProvider }: Props) {
  const t = useTexts();
  const [inviting, setInviting] = useState(false);
  return (
    <Card
      title={t("people.accounts")}
      aside={
        manages ? (
          <Button size="sm" aria-expanded={inviting} onClick={() => setInviting(!inviting)}>
            {t("people.invite")}
          </Button>
        ) : undefined
      }
    >
      {inviting ? <InviteForm byProvider={byProvider} onClose={() => setInviting(false)} /> : null}
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-2xs text-ink-3">
          <tr>
            <th scope="col" className={HEAD}>
              {t("people.person")}
            </th>
            <th scope="col" className={HEAD}>
              {t("people.role")}
            </th>
            <th scope="col" className={`${HEAD} max-md:hidden`}>
              {t("people.groups")}
            </th>
            <th scope="col" className={`${HEAD} max-md:hidden`}>
              {t("people.lastSignIn")}
            </th>
            <th scope="col" className={HEAD}>
              {t("people.state")}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => {
            const lastSignIn = account.last_sign_in_at ? <LocalAgo at={account.last_sign_in_at} /> : t("people.never");
            return (
              <tr key={account.id} className="border-b border-line last:border-0 hover:bg-hover">
                <td className={CELL}>
                  <Link
                    href={`/people/${account.id}`}
                    prefetch={false}
                    className="font-medium [overflow-wrap:anywhere] underline decoration-line-strong underline-offset-3 hover:decoration-current"
                  >
                    <Text>{account.name}</Text>
                  </Link>
                  {account.id === viewerId ? (
                    <span className="ml-1.5 text-xs text-ink-3">({t("people.you")})</span>
                  ) : null}
                  {account.email === account.name ? null : (
                    <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">{account.email}</span>
                  )}
                  <span className="block text-xs text-ink-3 md:hidden">
                    {account.groups.length > 0 ? (
                      <>
                        <Text>{account.groups.join(", ")}</Text> ·{" "}
                      </>
                    ) : null}
                    {lastSignIn}
                  </span>
                </td>
                <td className={`${CELL} whitespace-nowrap`}>{t(`role.${account.role}`)}</td>
                <td className={`${CELL} text-ink-2 max-md:hidden`}>
                  <Text>{account.groups.join(", ")}</Text>
                </td>
                <td className={`${CELL} whitespace-nowrap text-ink-2 max-md:hidden`}>{lastSignIn}</td>
                <td className={CELL}>
                  <StandingChip account={account} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
