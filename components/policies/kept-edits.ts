"use client";

import { useEffect, useState } from "react";
import type { PolicyDetail } from "@/lib/wire/console/types";
import { type EditedPolicy, editedFrom, isEdited } from "./draft-model";

/** What was typed and not saved, by version; looking at another version loses nothing. */
const kept = new Map<number, EditedPolicy>();

/** The edits of one draft. What the server has comes in by itself, as long as nothing was typed. */
export function useEdits(detail: PolicyDetail) {
  const [own, setOwn] = useState(() => kept.get(detail.number));
  const edited = own ?? editedFrom(detail);
  const dirty = own !== undefined && isEdited(own, detail);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);

  return {
    edited,
    dirty,
    /** Somebody saved what these edits were begun on. */
    overtaken: dirty && edited.seenDigest !== detail.digest,
    change(changes: Partial<Pick<EditedPolicy, "rules" | "tests">>) {
      setOwn((before) => {
        const base = before && isEdited(before, detail) ? before : { ...editedFrom(detail), ...keysOf(before) };
        const next = { ...base, ...changes };
        kept.set(detail.number, next);
        return next;
      });
    },
    forget() {
      kept.delete(detail.number);
      setOwn(undefined);
    },
  };
}

/** Rules and tests keep their keys, so that the field being typed in stays the same field. */
function keysOf(before: EditedPolicy | undefined): Partial<EditedPolicy> {
  return before ? { rules: before.rules, tests: before.tests } : {};
}
