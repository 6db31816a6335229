"use client";

import { useState } from "react";
import { issueToken, revokeToken } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { TokenView } from "@/lib/wire/console/types";
import { ConfirmButton } from "./confirm-button";
import { useTimeText } from "./local-time";
import { RefusedNotice } from "./refused-notice";
import { ShownOnce } from "./shown-once";
import { useChange } from "./use-change";

type Props = { personId: string; tokens: TokenView[]; canIssue: boolean };

/** What acts by REST in somebody's name. */
export function TokensCard({ personId, tokens, canIssue }: Props) {
  const t = useTexts();
  const timeText = useTimeText();
  const [token, setToken] = useState<string>();
  const { change, pending, refused } = useChange();

  async function issue() {
    const done = await change(() => issueToken(personId));
    if (done) setToken(done.token);
  }

  return (
    <Card
      title={t("people.tokens")}
      aside={
        canIssue ? (
          <Button size="sm" aria-disabled={pending} onClick={issue}>
            {t(pending ? "people.working" : "people.token.issue")}
          </Button>
        ) : undefined
      }
    >
      {token || refused ? (
        <div className="border-b border-line p-4">
          <RefusedNotice refused={refused} />
          {token ? (
            <ShownOnce
              label={t("people.token.shown")}
              secret={token}
              copy={t("people.token.copy")}
              onClose={() => setToken(undefined)}
            />
          ) : null}
        </div>
      ) : null}
      {tokens.length === 0 ? <p className="px-4 py-3 text-sm text-ink-3">{t("people.tokens.none")}</p> : null}
      <ul>
        {tokens.map(({ id, created_at }) => {
          const issued = t("people.token.issued", { time: timeText(created_at) });
          return (
            <li key={id} className="flex items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-0">
              <span className="min-w-0">
                <code className="font-mono text-xs">csr_…</code>{" "}
                <span className="block text-xs text-ink-3">{issued}</span>
              </span>
              <span className="ml-auto">
                <ConfirmButton
                  look="deny"
                  label={`${t("people.token.revoke")}: ${issued}`}
                  title={t("people.token.revoke.title")}
                  means={t("people.token.revoke.means")}
                  send={t("people.token.revoke")}
                  act={() => revokeToken(id)}
                >
                  {t("people.token.revoke")}
                </ConfirmButton>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
