"use client";

import { type Ref, useId } from "react";

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Words that fill the box with one click. */
  presets?: readonly string[];
  fault?: string;
  hint?: string;
  required?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

/** The longest reason the server takes. */
const MOST_CHARACTERS = 2_000;

export function ReasonField({ label, value, onChange, presets = [], fault, hint, required, ref }: Props) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            onClick={() => onChange(preset)}
            className="min-h-6 rounded-full border border-line-strong px-2.5 text-xs text-ink-2 hover:bg-hover hover:text-ink"
          >
            {preset}
          </button>
        ))}
      </div>
      <textarea
        ref={ref}
        id={id}
        value={value}
        rows={2}
        maxLength={MOST_CHARACTERS}
        aria-required={required}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault || hint ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="block w-full resize-y rounded-sm border border-field bg-surface px-3 py-2 text-sm aria-invalid:border-deny"
      />
      {fault || hint ? (
        <p id={`${id}-note`} className={`mt-1 text-xs ${fault ? "text-deny" : "text-ink-3"}`}>
          {fault ?? hint}
        </p>
      ) : null}
    </div>
  );
}
