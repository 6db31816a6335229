"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Notice } from "@/components/ui/notice";
import type { ActionAnswer } from "@/lib/wire/console/types";

/** Refusals whose sentence names what nothing else on the page does: a number to report, a field that was wrong. */
const UNTOLD: ReadonlySet<string> = new Set(["internal", "invalid_request"]);

/** What the server said to the last click, where it is not what was hoped for. */
export function AnswerNotice({ answer }: { answer: ActionAnswer | undefined }) {
  const t = useTexts();
  if (!answer || answer.ok) return null;
  const { code, message } = answer;
  const said = t.maybe(`refusal.${code}`);
  // The server's own sentence has the particulars: who was first, and when. In another language they are told by what
  // stands beside this, and only what no text of ours can know is left as the server said it.
  const particulars = t.locale === "en" || UNTOLD.has(code) ? message : "";
  return (
    <Notice look={code === "answer_lost" ? "unknown" : "deny"} role="alert" className="mb-3">
      {said ?? message}
      {said && particulars && particulars !== said ? (
        <span lang="en" className="mt-0.5 block text-xs opacity-90">
          {particulars}
        </span>
      ) : null}
      {code === "unauthenticated" ? ` ${t("decide.kept")}` : null}
    </Notice>
  );
}
