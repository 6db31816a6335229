"use client";

import { useId } from "react";
import { Card } from "@/components/ui/card";
import { countText } from "@/components/ui/count-text";
import { ChangesTable } from "./changes-table";
import type { EditReading } from "./read-edit";

type Props = {
  text: string;
  reading: EditReading;
  onChange: (text: string) => void;
  disabled: boolean;
  /** What the server found wrong with it, by place. */
  errors: readonly { path: string; message: string }[];
};

/** The arguments as text to change, and below it what the change comes to. */
export function ArgumentEditor({ text, reading, onChange, disabled, errors }: Props) {
  const id = useId();
  const rows = Math.min(24, Math.max(6, text.split("\n").length + 1));
  return (
    <Card
      title="Your edit"
      aside={
        reading.ok ? countText(reading.changes.length, "change") : <span className="text-deny">cannot be read</span>
      }
    >
      <div className="p-3">
        <label htmlFor={id} className="sr-only">
          Arguments as JSON
        </label>
        <textarea
          id={id}
          value={text}
          rows={rows}
          readOnly={disabled}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={reading.ok ? undefined : true}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          className="block w-full resize-y rounded-sm border border-field bg-sunken px-3 py-2 font-mono text-xs leading-relaxed aria-invalid:border-deny"
        />
        <p id={`${id}-note`} role="status" className={`mt-1.5 text-xs ${reading.ok ? "text-ink-3" : "text-deny"}`}>
          {reading.ok
            ? "Only values change; what you leave alone stays as the agent wrote it. “[masked]” keeps the secret that is there."
            : reading.message}
        </p>
        {errors.length > 0 ? (
          <ul className="mt-1.5 text-xs text-deny">
            {errors.map((error) => (
              <li key={`${error.path} ${error.message}`}>
                <code className="font-mono">{error.path || "/"}</code> {error.message}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {reading.ok && reading.changes.length > 0 ? (
        <div className="border-t border-line">
          <ChangesTable changes={reading.changes} label="What your edit changes" />
        </div>
      ) : null}
    </Card>
  );
}
