"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";

const PRESETS = ["Wrong target", "Wrong amount", "Not now", "Needs a ticket"] as const;

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
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const usable = hasVisibleCharacter(reason);

  // The person just asked for this box, so this takes the focus from nobody.
  useEffect(() => box.current?.focus(), []);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (usable) onDeny();
        else box.current?.focus();
      }}
    >
      <ReasonField
        ref={box}
        label="Reason for denying"
        required
        presets={PRESETS}
        value={reason}
        onChange={onReason}
        hint={`${agent} is told this reason, word for word.`}
        fault={tried && !usable ? "A denial needs a reason that can be read. Nothing was decided." : undefined}
      />
      <div className="mt-2.5 flex justify-end gap-2">
        <Button disabled={pending} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" look="deny" disabled={pending}>
          {pending ? "Denying…" : "Deny"}
        </Button>
      </div>
    </form>
  );
}
