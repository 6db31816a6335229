"use client";

import { createContext, useCallback, useContext, useMemo, useState } from "react";
import { revealSecret } from "@/app/(console)/actions";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import type { ActionAnswer, ConfirmationDetail } from "@/lib/wire/console/types";

export type Reveals = {
  may: boolean;
  /** In clear, by JSON Pointer. Kept by the view that asked and gone with it. */
  values: ReadonlyMap<string, ExactValue>;
  /** Leaves an audit event. Answers with what stood in the way, or undefined. */
  reveal: (pointer: string) => Promise<ActionAnswer | undefined>;
};

const NOBODY: Reveals = { may: false, values: new Map(), reveal: async () => undefined };

export const RevealsContext = createContext<Reveals>(NOBODY);

export function useReveals(): Reveals {
  return useContext(RevealsContext);
}

/** What this viewer has uncovered of one confirmation, for as long as its view stands. */
export function useRevealing({ id, abilities }: Pick<ConfirmationDetail, "id" | "abilities">): Reveals {
  const [values, setValues] = useState<ReadonlyMap<string, ExactValue>>(new Map());
  const reveal = useCallback(
    async (pointer: string): Promise<ActionAnswer | undefined> => {
      const came = await revealSecret({ id, pointer }).catch(() => undefined);
      if (!came) return { ok: false, code: "answer_lost", message: "" };
      if (!came.ok) return { ok: false, code: came.code, message: came.message };
      const read = readExactJson(came.value_text);
      if (!read.ok) return { ok: false, code: "internal", message: "" };
      setValues((before) => new Map(before).set(pointer, read.value));
      return undefined;
    },
    [id],
  );
  return useMemo(() => ({ may: abilities.reveal, values, reveal }), [abilities.reveal, values, reveal]);
}
