"use client";

import { type ReactNode, useId } from "react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Text } from "@/components/ui/text";
import { sameValue } from "@/lib/kernel/exact-json/canonical";
import { pointerBelow, valueAt } from "@/lib/kernel/exact-json/pointer";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import { ExactLiteral, type ExactObject, type ExactValue, exactString } from "@/lib/kernel/exact-json/value";
import { MASK } from "@/lib/kernel/secret-shapes";
import { confusablesIn, hasHidden } from "@/lib/kernel/visible-text";
import { type FieldSpec, membersOf } from "./edit-schema";
import { typedNumber } from "./edit-values";
import { MaskedWord } from "./masked-value";

export type FormContext = {
  proposed: ExactObject;
  hasMasks: boolean;
  unfinished: Readonly<Record<string, string>>;
  disabled: boolean;
  faultsAt: (pointer: string) => string[];
  set: (pointer: string, value: ExactValue) => void;
  /** Keeps what was typed though it is no value yet; until it is one, nothing can be sent. */
  leaveUnfinished: (pointer: string, text: string) => void;
  remove: (pointer: string) => void;
  add: (pointer: string, spec: FieldSpec) => void;
};

type Props = {
  name: string;
  pointer: string;
  spec: FieldSpec;
  /** Undefined: it is not there. */
  value: ExactValue | undefined;
  form: FormContext;
  /** An item of a list: it has a number for a name, and can always be taken away. */
  item?: string;
};

const FIELD =
  "block w-full rounded-sm border border-field bg-sunken px-2.5 py-1.5 font-mono text-xs leading-relaxed aria-invalid:border-deny";
const LINK = "min-h-6 text-2xs text-ink-2 underline underline-offset-2 hover:text-ink disabled:opacity-50";
/** A text longer than this, or of several lines, gets a box of several lines. */
const ONE_LINE = 60;

/** One argument: its name, what the schema says of it, and a control of its kind. */
export function EditField({ name, pointer, spec, value, form, item }: Props) {
  const t = useTexts();
  const id = useId();
  const before = valueAt(form.proposed, pointer);
  const typed = form.unfinished[pointer];
  const changed = item === undefined && isChanged(before, value);
  const label = item ?? name;
  const faults = form.faultsAt(pointer);
  const unfinished = typed === undefined ? undefined : unfinishedWords(spec, typed);
  const invalid = faults.length > 0 || unfinished !== undefined;
  const isGroup = value !== undefined && (spec.kind === "group" || spec.kind === "list") && value.kind !== "null";
  const control = { id, label, pointer, spec, form, typed, invalid };

  const head = (
    <>
      <span className="font-mono text-xs text-ink [overflow-wrap:anywhere]">
        <Text>{label}</Text>
      </span>
      {spec.title ? <span className="ml-2 text-xs text-ink-2">{spec.title}</span> : null}
    </>
  );
  const marks = (
    <span className="ml-auto flex flex-wrap items-center gap-x-3 text-2xs">
      {spec.required && item === undefined ? <span className="text-ink-3">{t("edit.required")}</span> : null}
      {value?.kind === "string" && value.value === "" ? (
        <span className="font-mono text-warn">
          "" <span className="font-sans">{t("arguments.emptyText")}</span>
        </span>
      ) : null}
      {changed ? <span className="font-medium text-approve">{t("edit.changed")}</span> : null}
      {changed && before !== undefined ? (
        <button
          type="button"
          className={LINK}
          disabled={form.disabled}
          aria-label={t("edit.restoreNamed", { name: label })}
          onClick={() => form.set(pointer, before)}
        >
          {t("edit.restore")}
        </button>
      ) : null}
      {value !== undefined && spec.nullable && value.kind !== "null" ? (
        <button
          type="button"
          className={LINK}
          disabled={form.disabled}
          onClick={() => form.set(pointer, new ExactLiteral("null"))}
        >
          {t("edit.toNull")}
        </button>
      ) : null}
      {value !== undefined && (!spec.required || item !== undefined) ? (
        <button
          type="button"
          className={LINK}
          disabled={form.disabled}
          aria-label={t("edit.removeNamed", { name: label })}
          onClick={() => form.remove(pointer)}
        >
          {t("edit.remove")}
        </button>
      ) : null}
    </span>
  );
  const notes = (
    <div id={`${id}-notes`} className="text-xs">
      {spec.description ? (
        <p className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">
          <Text lines>{spec.description}</Text>
        </p>
      ) : null}
      {unfinished ? <p className="mt-0.5 text-deny">{t(unfinished)}</p> : null}
      {faults.map((fault) => (
        <p key={fault} className="mt-0.5 text-deny">
          {fault}
        </p>
      ))}
    </div>
  );

  if (isGroup) {
    return (
      <fieldset className="min-w-0 rounded-sm border border-line px-3 pt-1 pb-3">
        <legend className="px-1">{head}</legend>
        <div className="flex">{marks}</div>
        {notes}
        <div className="mt-2 space-y-3">
          {spec.kind === "list" ? (
            <ListItems name={name} pointer={pointer} spec={spec} value={value} form={form} />
          ) : (
            membersOf(spec, value).map(([key, field]) => (
              <EditField
                key={key}
                name={key}
                pointer={pointerBelow(pointer, key)}
                spec={field}
                value={value.kind === "object" ? value.members.get(key) : undefined}
                form={form}
              />
            ))
          )}
        </div>
      </fieldset>
    );
  }
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <label htmlFor={id}>{head}</label>
        {marks}
      </div>
      {value === undefined ? <Absent {...control} /> : <Control {...control} value={value} before={before} />}
      {notes}
    </div>
  );
}

/** The button becomes a field of the same id: who pressed it types on there. */
function focusNext(id: string) {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

type ControlProps = {
  id: string;
  label: string;
  pointer: string;
  spec: FieldSpec;
  form: FormContext;
  typed: string | undefined;
  invalid: boolean;
};

function Absent({ id, label, pointer, spec, form, invalid }: ControlProps) {
  const t = useTexts();
  return (
    <p className="flex items-center gap-3 text-xs text-ink-3">
      {t("edit.absent")}
      <button
        id={id}
        type="button"
        className={LINK}
        disabled={form.disabled}
        aria-invalid={invalid || undefined}
        aria-label={t("edit.addNamed", { name: label })}
        onClick={() => {
          form.add(pointer, spec);
          focusNext(id);
        }}
      >
        {t("edit.add")}
      </button>
    </p>
  );
}

function Control({
  id,
  label,
  pointer,
  spec,
  form,
  typed,
  invalid,
  value,
  before,
}: ControlProps & { value: ExactValue; before: ExactValue | undefined }) {
  const t = useTexts();
  const common = {
    id,
    disabled: form.disabled,
    "aria-invalid": invalid || undefined,
    "aria-required": spec.required || undefined,
    "aria-describedby": `${id}-notes`,
  };
  if (form.hasMasks && value.kind === "string" && value.value.includes(MASK)) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-xs text-ink-3">
        {value.value === MASK ? null : <Text>{value.value}</Text>}
        <MaskedWord />
        <span className="font-sans">{t("edit.masked")}</span>
        <button
          id={id}
          type="button"
          className={`${LINK} font-sans`}
          disabled={form.disabled}
          aria-label={t("edit.retypeNamed", { name: label })}
          onClick={() => {
            if (spec.kind === "string") form.set(pointer, exactString(""));
            else form.add(pointer, spec);
            focusNext(id);
          }}
        >
          {t("edit.retype")}
        </button>
      </p>
    );
  }
  if (value.kind === "null" && spec.kind !== "any" && spec.kind !== "choice") {
    return (
      <p className="flex items-center gap-3 text-xs">
        <span className="font-mono text-ink-2 italic">null</span>
        <button
          id={id}
          type="button"
          className={LINK}
          disabled={form.disabled}
          aria-label={t("edit.retypeNamed", { name: label })}
          onClick={() => {
            form.add(pointer, spec);
            focusNext(id);
          }}
        >
          {t("edit.retype")}
        </button>
      </p>
    );
  }
  if (spec.kind === "choice") {
    const choices = spec.choices.some(({ text }) => text === value.text) ? spec.choices : [value, ...spec.choices];
    return (
      <select
        {...common}
        value={value.text}
        className={FIELD}
        onChange={(event) => {
          const chosen = choices.find(({ text }) => text === event.target.value);
          if (chosen) form.set(pointer, chosen);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.text} value={choice.text}>
            {choice.kind === "string" && choice.value !== "" ? choice.value : choice.text}
          </option>
        ))}
      </select>
    );
  }
  if (spec.kind === "boolean" && (value.kind === "true" || value.kind === "false")) {
    return (
      <select
        {...common}
        value={value.kind}
        className={FIELD}
        onChange={(event) => form.set(pointer, new ExactLiteral(event.target.value === "true" ? "true" : "false"))}
      >
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  if ((spec.kind === "number" || spec.kind === "integer") && value.kind === "number") {
    return (
      <input
        {...common}
        // Typed as text, so that no browser rounds or rewrites a digit.
        type="text"
        inputMode={spec.kind === "integer" ? "numeric" : "decimal"}
        autoComplete="off"
        value={typed ?? value.text}
        className={`${FIELD} tabular-nums`}
        onChange={(event) => {
          const number = typedNumber(event.target.value, spec.kind === "integer");
          if (typeof number === "string") form.leaveUnfinished(pointer, event.target.value);
          else form.set(pointer, number);
        }}
      />
    );
  }
  if (spec.kind === "string" && value.kind === "string") {
    const written = before?.kind === "string" ? before.value : "";
    const props = {
      ...common,
      value: value.value,
      spellCheck: false,
      autoComplete: "off",
      autoCapitalize: "off",
      className: FIELD,
      onChange: (event: { target: { value: string } }) => form.set(pointer, exactString(event.target.value)),
    };
    return (
      <>
        {written.length > ONE_LINE || written.includes("\n") ? (
          <textarea {...props} rows={Math.min(12, Math.max(3, value.value.split("\n").length + 1))} />
        ) : (
          <input {...props} type="text" />
        )}
        <ReadsAs text={value.value} />
      </>
    );
  }
  return (
    <textarea
      {...common}
      rows={Math.min(12, Math.max(2, (typed ?? value.text).split("\n").length))}
      spellCheck={false}
      value={typed ?? value.text}
      aria-label={`${label} (JSON)`}
      className={FIELD}
      onChange={(event) => {
        const read = readExactJson(event.target.value);
        // Written as it was typed, so that the place of the cursor stays.
        if (read.ok && read.value.text === event.target.value) form.set(pointer, read.value);
        else form.leaveUnfinished(pointer, event.target.value);
      }}
    />
  );
}

/** A box draws nothing for what cannot be seen; the line below it does. */
function ReadsAs({ text }: { text: string }): ReactNode {
  if (!hasHidden(text, { multiline: true }) && confusablesIn(text).length === 0) return null;
  return (
    <p className="mt-1 font-mono text-xs text-warn [overflow-wrap:anywhere] whitespace-pre-wrap">
      <Phrase id="edit.reads" with={{ text: <Text lines>{text}</Text> }} />
    </p>
  );
}

function ListItems({ name, pointer, spec, value, form }: Omit<Props, "value" | "item"> & { value: ExactValue }) {
  const t = useTexts();
  const items = value.kind === "array" ? value.items : [];
  const each = spec.item;
  if (!each) return null;
  return (
    <>
      {items.map((member, at) => {
        const place = pointerBelow(pointer, at);
        return (
          <EditField
            key={place}
            name={name}
            item={t("edit.item", { name, n: at + 1 })}
            pointer={place}
            spec={each}
            value={member}
            form={form}
          />
        );
      })}
      <button
        type="button"
        className={LINK}
        disabled={form.disabled}
        onClick={() => form.add(pointerBelow(pointer, items.length), each)}
      >
        {t("edit.addItem")}
      </button>
    </>
  );
}

function unfinishedWords(spec: FieldSpec, typed: string) {
  if (spec.kind === "integer" && typedNumber(typed, true) === "not_integer") return "edit.notInteger" as const;
  if (spec.kind === "number" || spec.kind === "integer") return "edit.notNumber" as const;
  return "edit.unreadable" as const;
}

/** By value and not by its way of writing; an object is told as changed by its members. */
function isChanged(before: ExactValue | undefined, value: ExactValue | undefined): boolean {
  if (before === undefined || value === undefined) return before !== value;
  return !(before.kind === "object" && value.kind === "object") && !sameValue(before, value);
}
