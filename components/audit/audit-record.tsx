import type { ReactNode } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { CopyButton } from "@/components/ui/copy-button";
import { Text } from "@/components/ui/text";
import type { EventView } from "@/lib/wire/console/types";

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 font-mono [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** The whole record of one event, as it was written. */
export function AuditRecord({ event }: { event: EventView }) {
  const t = useTexts();
  const data = JSON.stringify(event.data, null, 2);
  return (
    <div className="rounded-md border border-line bg-sunken px-4 py-3 text-xs">
      <dl className="space-y-0.5">
        <Field name={t("audit.at")}>{event.at}</Field>
        <Field name={t("audit.kind")}>{event.kind}</Field>
        <Field name={t("audit.actor")}>
          {event.actor.kind} <Text>{event.actor.name}</Text> {event.actor.id ? `(${event.actor.id})` : ""}
        </Field>
        {event.confirmation_id ? <Field name={t("audit.confirmation")}>{event.confirmation_id}</Field> : null}
        {event.request_id ? (
          <Field name={t("audit.request")}>
            <Text>{event.request_id}</Text>
          </Field>
        ) : null}
        <Field name={t("audit.event")}>{event.id}</Field>
      </dl>
      <div className="mt-2 flex items-start gap-2 border-t border-line pt-2">
        <pre className="min-w-0 flex-1 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Text lines>{data}</Text>
        </pre>
        <CopyButton text={JSON.stringify(event, null, 2)} label={t("audit.copy")} />
      </div>
    </div>
  );
}
