"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { pointerBelow } from "@/lib/kernel/exact-json/pointer";
import type { ExactObject, ExactValue } from "@/lib/kernel/exact-json/value";
import type { FaultView } from "@/lib/wire/console/types";
import { EditField, type FormContext } from "./edit-field";
import { type FieldSpec, membersOf } from "./edit-schema";
import { firstValue, withValueAt } from "./edit-values";
import { laidOut } from "./editable-text";
import { FaultList } from "./fault-list";
import { whyText } from "./why-text";

type Props = {
  spec: FieldSpec;
  proposed: ExactObject;
  value: ExactObject;
  masked: readonly string[];
  unfinished: Readonly<Record<string, string>>;
  onChange: (argumentsText: string, unfinished: Record<string, string>) => void;
  disabled: boolean;
  errors: readonly FaultView[];
  fault: string | undefined;
};

/** A field for each member the schema names, and for each the agent sent besides. */
export function EditForm({ spec, proposed, value, masked, unfinished, onChange, disabled, errors, fault }: Props) {
  const t = useTexts();
  const fields = membersOf(spec, value);
  const places = new Set<string>();
  collectPlaces(spec, value, "", places);

  function settle(pointer: string, next: ExactValue | undefined, typed?: string) {
    const after: Record<string, string> = {};
    const goes = next === undefined && typed === undefined;
    for (const [at, text] of Object.entries(unfinished)) {
      // Items behind one that went have other places now; what was unfinished there has to be typed anew.
      const stale = at === pointer || at.startsWith(`${pointer}/`) || (goes && isBeside(at, pointer));
      if (!stale) after[at] = text;
    }
    if (typed !== undefined) after[pointer] = typed;
    onChange(laidOut(next || goes ? withValueAt(value, pointer, next) : value), after);
  }

  const form: FormContext = {
    proposed,
    hasMasks: masked.length > 0,
    unfinished,
    disabled,
    faultsAt: (pointer) => errors.filter(({ path }) => path === pointer).map((fault) => whyText(fault, t)),
    set: (pointer, next) => settle(pointer, next),
    leaveUnfinished: (pointer, text) => settle(pointer, undefined, text),
    remove: (pointer) => settle(pointer, undefined),
    add: (pointer, added) => {
      const { value: first, unfinished: open } = firstValue(added);
      const after = { ...unfinished };
      if (open) after[pointer] = "";
      onChange(laidOut(withValueAt(value, pointer, first)), after);
    },
  };

  return (
    <div className="space-y-4 p-4">
      {fields.map(([key, field]) => (
        <EditField
          key={key}
          name={key}
          pointer={pointerBelow("", key)}
          spec={field}
          value={value.members.get(key)}
          form={form}
        />
      ))}
      {fault ? (
        <p role="status" className="text-xs text-deny">
          {fault}
        </p>
      ) : null}
      <FaultList faults={errors.filter(({ path }) => !places.has(path))} />
    </div>
  );
}

function collectPlaces(spec: FieldSpec, value: ExactValue | undefined, at: string, places: Set<string>) {
  for (const [key, field] of membersOf(spec, value)) {
    const pointer = pointerBelow(at, key);
    const member = value?.kind === "object" ? value.members.get(key) : undefined;
    places.add(pointer);
    if (field.kind === "group") collectPlaces(field, member, pointer, places);
    if (field.kind === "list" && member?.kind === "array") {
      for (const position of member.items.keys()) places.add(pointerBelow(pointer, position));
    }
  }
}

/** Whether two pointers name items of one array. */
function isBeside(at: string, pointer: string): boolean {
  const list = pointer.slice(0, pointer.lastIndexOf("/") + 1);
  return /\/[0-9]+$/.test(pointer) && at.startsWith(list);
}
