"use client";

import { endSession } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import type { SessionView } from "@/lib/wire/console/types";
import { ConfirmButton } from "./confirm-button";
import { useTimeText } from "./local-time";

/** Where somebody is signed in. The browser's name is its own word for itself. */
export function SessionsCard({ sessions }: { sessions: SessionView[] }) {
  const t = useTexts();
  const timeText = useTimeText();
  return (
    <Card title={t("people.sessions")}>
      {sessions.length === 0 ? <p className="px-4 py-3 text-sm text-ink-3">{t("people.sessions.none")}</p> : null}
      <ul>
        {sessions.map((session) => {
          const browser = session.browser ?? t("people.session.unknown");
          const since = t("people.session.since", { time: timeText(session.created_at) });
          return (
            <li
              key={session.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-0"
            >
              <span className="min-w-0 text-sm" title={session.user_agent}>
                {browser}
                <span className="block text-xs text-ink-3">
                  {since} · {t(`people.signsIn.${session.provider}`)}
                </span>
              </span>
              {session.current ? <Chip tone="wait">{t("people.session.current")}</Chip> : null}
              <span className="ml-auto">
                <ConfirmButton
                  look="deny"
                  label={`${t("people.session.end")}: ${browser}, ${since}`}
                  title={t("people.session.end.title")}
                  means={t("people.session.end.means")}
                  send={t("people.session.end")}
                  act={() => endSession(session.id)}
                >
                  {t("people.session.end")}
                </ConfirmButton>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
