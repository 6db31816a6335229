"use client";

import { useEffect, useRef, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";

const PRESETS = ["preset.target", "preset.amount", "preset.now", "preset.ticket"] as const;

type Props = {
  agent: string;
  reason: string;
  pending: boolean;
  onReason: (reason: string) => void;
  onBack: () => void;
  onDeny: () => void;
};

/** A denial says why: the agent reads it. */
export function DenyForm({ agent, reason, pending, onReason, onBack, onDeny }: Props) {
  const t = useTexts();
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const usable = hasVisibleCharacter(reason);

  // The person just asked for this box, so this takes the focus from nobody.
  useEffect(() => box.current?.focus(), []);

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape" && !pending) onBack();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (usable) onDeny();
        else box.current?.focus();
      }}
    >
      <ReasonField
        ref={box}
        label={t("decide.reasonDeny")}
        required
        presets={PRESETS.map((key) => t(key))}
        value={reason}
        onChange={(next) => {
          onReason(next);
          // A preset is a beginning: what it leaves unsaid is typed behind it.
          box.current?.focus();
        }}
        hint={t("decide.reasonTold", { agent })}
        fault={tried && !usable ? t("decide.reasonNeeded") : undefined}
      />
      <div className="mt-2.5 flex justify-end gap-2">
        <Button disabled={pending} onClick={onBack}>
          {t("decide.back")}
        </Button>
        <Button type="submit" look="deny" aria-disabled={pending || undefined}>
          {t(pending ? "decide.denying" : "decide.deny")}
        </Button>
      </div>
    </form>
  );
}
