"use client";

import { useTexts, Text as Words } from "@/components/i18n/i18n-provider";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { AcknowledgedView } from "@/lib/wire/console/types";
import { AlertLine } from "./alert-line";

/** Who acknowledged what, and when. */
export function AcknowledgedRow({ row }: { row: AcknowledgedView }) {
  const t = useTexts();
  const kind = t(`alerts.kind.${row.kind}`);
  return (
    <AlertLine
      tool={row.tool}
      confirmationId={row.confirmation_id}
      kind={kind}
      chip={<Chip>{kind}</Chip>}
      when={<Words id="alerts.by" with={{ name: <Text>{row.by}</Text>, time: <Instant at={row.at} /> }} />}
    >
      {row.detail ? (
        <p className="mt-0.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
          <Text>{row.detail}</Text>
        </p>
      ) : null}
    </AlertLine>
  );
}
