"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { AlertView } from "@/lib/wire/console/types";
import { AlertLine } from "./alert-line";

type Props = { row: AlertView; onAcknowledge?: () => void; pending: boolean };

export function AlertRow({ row, onAcknowledge, pending }: Props) {
  const t = useTexts();
  const kind = t(`alerts.kind.${row.kind}`);
  return (
    <AlertLine
      tool={row.tool}
      confirmationId={row.confirmation_id}
      kind={kind}
      chip={<Chip tone="warn">{kind}</Chip>}
      when={<Instant at={row.at} />}
      onAcknowledge={onAcknowledge}
      pending={pending}
    >
      <p className="mt-0.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
        <Text>{row.detail}</Text>
      </p>
    </AlertLine>
  );
}
