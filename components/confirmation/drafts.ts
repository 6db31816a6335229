"use client";

import { useCallback, useState } from "react";

/** What a person has begun and not sent. Kept for as long as the page lives: looking at another one loses nothing. */
export type Draft = {
  mode: "idle" | "deny" | "edit";
  /** For a denial. */
  reason: string;
  /** For an approval; may stay empty. */
  note: string;
  /** Undefined until the editor was opened. */
  argumentsText?: string;
  /** Typed into the form and not yet what its field takes (`12.` for a number), by JSON Pointer. */
  unfinished: Readonly<Record<string, string>>;
  /** The text is edited itself, though there is a form. */
  asJson: boolean;
};

const EMPTY: Draft = { mode: "idle", reason: "", note: "", unfinished: {}, asJson: false };
const drafts = new Map<string, Draft>();

export function useDraft(id: string) {
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? EMPTY);
  const change = useCallback(
    (part: Partial<Draft>) => {
      const next = { ...(drafts.get(id) ?? EMPTY), ...part };
      drafts.set(id, next);
      setDraft(next);
    },
    [id],
  );
  const forget = useCallback(() => {
    drafts.delete(id);
    setDraft(EMPTY);
  }, [id]);
  return { draft, change, forget };
}
