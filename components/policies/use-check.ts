"use client";

import { useEffect, useState } from "react";
import { checkPolicyDraft } from "@/app/(console)/actions/policies";
import type { PolicyCheck } from "@/lib/wire/console/types";

/** A rest after the last key, so that a word half typed is not called wrong. */
const REST_MS = 400;

/**
 * What the server finds in what is typed. While a newer text is on its way the last answer stays; where the server cannot
 * be asked, it says nothing, and saving tells.
 *
 * @param saved what it found in the version itself
 */
export function useCheck(text: string, dirty: boolean, saved: PolicyCheck): { check: PolicyCheck; checking: boolean } {
  const [found, setFound] = useState<{ text: string; check: PolicyCheck }>();

  useEffect(() => {
    if (!dirty) return;
    let over = false;
    const timer = setTimeout(async () => {
      const answer = await checkPolicyDraft({ document_text: text }).catch(() => undefined);
      if (!over && answer?.ok) setFound({ text, check: { faults: answer.faults, results: answer.results } });
    }, REST_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text, dirty]);

  if (!dirty) return { check: saved, checking: false };
  return { check: found?.check ?? saved, checking: found?.text !== text };
}
