"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Text } from "@/components/ui/text";

type Props = {
  /** What it is about; a link where it is a confirmation. */
  tool?: string;
  confirmationId?: string;
  /** In the reader's language. */
  kind: string;
  chip?: ReactNode;
  when: ReactNode;
  children?: ReactNode;
  onAcknowledge?: () => void;
  pending?: boolean;
};

/** One row: what, when, what there is to know, and to whoever may, the button. */
export function AlertLine({ tool, confirmationId, kind, chip, when, children, onAcknowledge, pending }: Props) {
  const t = useTexts();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-0">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          {confirmationId ? (
            <Link
              href={`/confirmations/${confirmationId}`}
              prefetch={false}
              className="min-w-0 font-mono font-medium [overflow-wrap:anywhere] hover:underline"
            >
              <Text>{tool ?? confirmationId}</Text>
            </Link>
          ) : null}
          {chip}
          <span className="text-2xs text-ink-3">{when}</span>
        </p>
        {children}
      </div>
      {onAcknowledge ? (
        <Button
          size="sm"
          className="max-sm:min-h-9"
          aria-label={t("alerts.acknowledge.what", { kind, what: tool ?? "" })}
          aria-disabled={pending}
          onClick={onAcknowledge}
        >
          {t(pending ? "alerts.working" : "alerts.acknowledge")}
        </Button>
      ) : null}
    </li>
  );
}
