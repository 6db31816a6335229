"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Notice } from "@/components/ui/notice";
import type { PolicyAnswer } from "@/lib/wire/console/types";

/** What the server said to the last click, where it is not what was hoped for. */
export function PolicyNotice({ answer, className = "" }: { answer: PolicyAnswer | undefined; className?: string }) {
  const t = useTexts();
  if (!answer || answer.ok) return null;
  const { code, message, errors = [] } = answer;
  const said = t.maybe(`refusal.${code}`);
  return (
    <Notice look={code === "answer_lost" ? "unknown" : "deny"} role="alert" className={className}>
      {said ?? message}
      {said && message && message !== said ? <span className="mt-0.5 block text-xs">{message}</span> : null}
      {errors.length > 0 ? (
        <ul className="mt-1 list-disc pl-4 text-xs">
          {errors.map(({ path, message: text }) => (
            <li key={`${path} ${text}`}>
              <code className="font-mono">{path}</code> {text}
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}
