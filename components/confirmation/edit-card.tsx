"use client";

import { useEffect, useId, useMemo, useRef } from "react";
import type { Translator } from "@/components/i18n/format";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ConfirmationDetail, FaultView } from "@/lib/wire/console/types";
import { ChangesTable } from "./changes-table";
import type { Draft } from "./drafts";
import { EditForm } from "./edit-form";
import { specOf } from "./edit-schema";
import { FaultList } from "./fault-list";
import type { EditFault, EditReading } from "./read-edit";
import { readObject } from "./read-object";
import { whyText } from "./why-text";

type Props = {
  confirmation: ConfirmationDetail;
  draft: Draft;
  /** What the text comes to; unfinished fields of the form are counted in. */
  reading: EditReading;
  onChange: (part: Partial<Draft>) => void;
  disabled: boolean;
  /** What the server found wrong with it, by place. */
  errors: readonly FaultView[];
  /** The person has just asked for it, so that its first field takes the focus from nobody. */
  takesFocus: boolean;
};

/** The arguments to change, in a form where the tool has a schema and as text otherwise, and what the change comes to. */
export function EditCard({ confirmation, draft, reading, onChange, disabled, errors, takesFocus }: Props) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const { tool_schema_text, arguments_text, masked } = confirmation;
  const spec = useMemo(() => (tool_schema_text ? specOf(tool_schema_text) : null), [tool_schema_text]);
  const proposed = useMemo(() => readObject(arguments_text), [arguments_text]);
  const value = useMemo(() => readObject(draft.argumentsText ?? ""), [draft.argumentsText]);
  const inForm = spec !== null && proposed !== null && value !== null && !draft.asJson;

  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [takesFocus]);

  // The server's first complaint is where the person has to go next.
  useEffect(() => {
    if (errors.length > 0) box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  return (
    <Card
      title={t("edit.title")}
      aside={
        <>
          {reading.ok ? (
            t.count("edit.count", reading.changes.length)
          ) : (
            <span className="text-deny">{t("edit.unreadable")}</span>
          )}
          {spec ? (
            <Button
              size="sm"
              look="quiet"
              disabled={!inForm && value === null}
              onClick={() => onChange({ asJson: inForm, unfinished: {} })}
            >
              {t(inForm ? "edit.toJson" : "edit.toForm")}
            </Button>
          ) : null}
        </>
      }
    >
      <div ref={box}>
        {inForm ? (
          <EditForm
            {...{ spec, proposed, value, masked, disabled, errors }}
            unfinished={draft.unfinished}
            onChange={(argumentsText, unfinished) => onChange({ argumentsText, unfinished })}
            fault={reading.ok ? undefined : faultText(reading.fault, t)}
          />
        ) : (
          <EditText
            text={draft.argumentsText ?? ""}
            onChange={(argumentsText) => onChange({ argumentsText, unfinished: {} })}
            {...{ disabled, errors }}
            fault={reading.ok ? undefined : faultText(reading.fault, t)}
          />
        )}
      </div>
      <div className="border-t border-line">
        {reading.ok && reading.changes.length > 0 ? (
          <ChangesTable changes={reading.changes} label={t("edit.changes")} masked={masked} />
        ) : (
          <p className="px-4 py-2.5 text-xs text-ink-3">{t("edit.noChanges")}</p>
        )}
      </div>
    </Card>
  );
}

export function faultText(fault: EditFault, t: Translator): string {
  switch (fault.kind) {
    case "place": {
      const { line, column } = fault;
      return t("edit.place", { line, column, message: whyText(fault, t) });
    }
    case "not_object":
      return t("edit.notObject");
    case "bad_original":
      return t("edit.badOriginal");
    case "unfinished":
      return t.count("edit.badFields", fault.count);
    default:
      return fault satisfies never;
  }
}

type TextProps = {
  text: string;
  onChange: (text: string) => void;
  disabled: boolean;
  errors: readonly FaultView[];
  fault: string | undefined;
};

/** The whole object as text. */
function EditText({ text, onChange, disabled, errors, fault }: TextProps) {
  const t = useTexts();
  const id = useId();
  const rows = Math.min(24, Math.max(6, text.split("\n").length + 1));
  return (
    <div className="p-3">
      <label htmlFor={id} className="sr-only">
        {t("edit.json")}
      </label>
      <textarea
        id={id}
        value={text}
        rows={rows}
        readOnly={disabled}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={fault || errors.length > 0 ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className="block w-full resize-y rounded-sm border border-field bg-sunken px-3 py-2 font-mono text-xs leading-relaxed aria-invalid:border-deny"
      />
      <p id={`${id}-note`} role="status" className={`mt-1.5 text-xs ${fault ? "text-deny" : "text-ink-3"}`}>
        {fault ?? t("edit.note")}
      </p>
      <FaultList faults={errors} />
    </div>
  );
}
