"use client";

import { type ReactNode, useId } from "react";
import { FIELD } from "@/components/people/field-look";

type FieldProps = { label: string; hint?: string; children: (described: { id: string; by?: string }) => ReactNode };

/** A name above and a note below whatever can be filled in. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, by: hint ? `${id}-hint` : undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type InputProps = {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  number?: boolean;
  required?: boolean;
  readOnly?: boolean;
  mono?: boolean;
};

export function TextInput({ label, hint, value, onChange, number, required, readOnly, mono }: InputProps) {
  return (
    <Field label={label} hint={hint}>
      {({ id, by }) => (
        <input
          id={id}
          aria-describedby={by}
          inputMode={number ? "numeric" : undefined}
          required={required}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${FIELD} read-only:bg-sunken ${mono ? "font-mono" : ""}`}
        />
      )}
    </Field>
  );
}

type AreaProps = Pick<InputProps, "label" | "hint" | "value" | "onChange"> & { rows: number };

export function TextArea({ label, hint, value, onChange, rows }: AreaProps) {
  return (
    <Field label={label} hint={hint}>
      {({ id, by }) => (
        <textarea
          id={id}
          aria-describedby={by}
          rows={rows}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${FIELD} resize-y py-1.5 font-mono`}
        />
      )}
    </Field>
  );
}

type SelectProps = Pick<InputProps, "label" | "hint" | "value" | "onChange"> & {
  options: { value: string; label: string }[];
};

export function Select({ label, hint, value, onChange, options }: SelectProps) {
  return (
    <Field label={label} hint={hint}>
      {({ id, by }) => (
        <select
          id={id}
          aria-describedby={by}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={FIELD}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type TickProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

export function Tick({ label, hint, checked, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <label className="flex min-h-6 items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-accent"
        />
        {label}
      </label>
      {hint ? (
        <p id={id} className="ml-6 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
