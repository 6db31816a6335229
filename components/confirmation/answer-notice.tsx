"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Notice } from "@/components/ui/notice";
import type { ActionAnswer } from "@/lib/wire/console/types";

/** What the server said to the last click, where it is not what was hoped for. */
export function AnswerNotice({ answer }: { answer: ActionAnswer | undefined }) {
  const t = useTexts();
  if (!answer || answer.ok) return null;
  const { code, message } = answer;
  const said = t.maybe(`refusal.${code}`);
  return (
    <Notice look={code === "answer_lost" ? "unknown" : "deny"} role="alert" className="mb-3">
      {said ?? message}
      {/* The server's own sentence has the particulars: who was first, and when. */}
      {said && message && message !== said ? <span className="mt-0.5 block text-xs opacity-90">{message}</span> : null}
      {code === "unauthenticated" ? ` ${t("decide.kept")}` : null}
    </Notice>
  );
}
