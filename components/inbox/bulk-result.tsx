"use client";

import { Check, CircleDashed, X } from "lucide-react";
import type { Translator } from "@/components/i18n/format";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import type { RowAnswer } from "./use-bulk";

/** What became of one of several, in words; a sign says the same at a glance. */
export function BulkResult({ answer }: { answer: RowAnswer | undefined }) {
  const t = useTexts();
  const viewerId = useViewer()?.id;
  const done = answer !== undefined && answer !== "lost" && answer.ok;
  const Icon = answer === undefined ? CircleDashed : done ? Check : X;
  return (
    <p className={`flex items-start gap-1.5 text-xs ${done ? "text-approve" : answer ? "text-warn" : "text-ink-3"}`}>
      <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0">{wordsOf(answer, viewerId, t)}</span>
    </p>
  );
}

const NOT_YOURS = new Set(["self_approval", "not_in_tier", "not_a_reviewer", "forbidden"]);

function wordsOf(answer: RowAnswer | undefined, viewerId: string | undefined, t: Translator): string {
  if (answer === undefined) return t("bulk.result.waiting");
  if (answer === "lost") return t("bulk.result.lost");
  if (answer.ok) return t(answer.confirmation.state === "approved" ? "bulk.result.approved" : "bulk.result.denied");
  const { code, confirmation, message } = answer;
  const state = confirmation?.state;
  if (code === "expired" || state === "expired") return t("bulk.result.expired");
  const by = confirmation?.decision?.by;
  if (state && state !== "pending" && by) {
    return by.id !== undefined && by.id === viewerId
      ? t("bulk.result.alreadyYou", { state: t(`state.${state}`) })
      : t("bulk.result.already", { state: t(`state.${state}`), name: by.name });
  }
  if (code === "unauthenticated") return t("bulk.result.session");
  const said = t.maybe(`refusal.${code}`);
  if (NOT_YOURS.has(code)) return `${t("bulk.result.notYours")}: ${said ?? message}`;
  return said ?? message;
}
