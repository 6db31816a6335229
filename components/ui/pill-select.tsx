import { ChevronDown } from "lucide-react";

export type Option = { value: string; label: string };

type Props = { label: string; value: string; options: Option[]; onChange: (value: string) => void };

/** A choice from a list that looks like a chip. The platform's own control: it works by keyboard and thumb as people expect. */
export function PillSelect({ label, value, options, onChange }: Props) {
  return (
    <label className="relative inline-flex">
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-48 [field-sizing:content] appearance-none text-ellipsis rounded-full border border-field bg-surface py-0.5 pr-6.5 pl-3 text-xs text-ink-2 hover:bg-hover hover:text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={13}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-3"
      />
    </label>
  );
}
