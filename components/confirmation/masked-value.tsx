"use client";

import { EyeOff, LockKeyhole } from "lucide-react";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Text } from "@/components/ui/text";
import { stepsOf } from "@/lib/kernel/exact-json/pointer";
import type { ExactValue } from "@/lib/kernel/exact-json/value";
import { MASK } from "@/lib/kernel/secret-shapes";
import type { ActionAnswer } from "@/lib/wire/console/types";
import { ArgumentValue } from "./argument-value";
import { useReveals } from "./reveals";

const LINK = "min-h-6 font-sans text-2xs text-ink-2 underline underline-offset-2 hover:text-ink";

/** In place of a hidden value: one that may be uncovered, or one this viewer may not see. */
export function MaskedWord() {
  const t = useTexts();
  const { may } = useReveals();
  const Icon = may ? EyeOff : LockKeyhole;
  return (
    <span
      title={t(may ? "masked.about" : "masked.hiddenAbout")}
      className="inline-flex items-center gap-1 rounded-[3px] border border-dashed border-line-strong bg-sunken px-1.5 text-[0.9em] text-ink-3"
    >
      <Icon size={12} aria-hidden />
      {t(may ? "masked.word" : "masked.hidden")}
    </span>
  );
}

/** A value the server kept back. Looks like no value that could stand there: neither null, nor "", nor absent. */
export function MaskedValue({ pointer, shown }: { pointer: string; shown: ExactValue }) {
  const t = useTexts();
  const { may, values, reveal } = useReveals();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ActionAnswer>();
  const clear = values.get(pointer);

  if (clear) {
    return (
      <>
        <ArgumentValue value={clear} />
        <span className="ml-2 font-sans text-2xs text-warn">{t("masked.revealed")}</span>
      </>
    );
  }

  async function uncover() {
    if (busy) return;
    setBusy(true);
    setFault(await reveal(pointer));
    setBusy(false);
    setAsking(false);
  }

  const path = (stepsOf(pointer) ?? []).join(" › ");
  // Of a text with a secret in it, the rest stays readable.
  const rest = shown.kind === "string" && shown.value !== MASK ? shown.value : undefined;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
      {rest ? (
        <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          "<Text lines>{rest}</Text>"
        </span>
      ) : null}
      <MaskedWord />
      {may && !asking ? (
        <button
          type="button"
          className={LINK}
          aria-label={t("masked.revealPath", { path })}
          onClick={() => setAsking(true)}
        >
          {t("masked.reveal")}
        </button>
      ) : null}
      {asking ? (
        <span className="inline-flex flex-wrap items-center gap-x-3 font-sans text-2xs text-warn">
          {t("masked.warning")}
          <button type="button" className={`${LINK} font-medium`} disabled={busy} onClick={uncover}>
            {t(busy ? "masked.revealing" : "masked.confirm")}
          </button>
          <button type="button" className={LINK} disabled={busy} onClick={() => setAsking(false)}>
            {t("masked.back")}
          </button>
        </span>
      ) : null}
      {fault && !fault.ok ? (
        <span role="alert" className="font-sans text-2xs text-deny">
          {t.maybe(`refusal.${fault.code}`) ?? fault.message}
        </span>
      ) : null}
    </span>
  );
}
