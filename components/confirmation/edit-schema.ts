import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject, ExactValue } from "@/lib/kernel/exact-json/value";

/** What a field of the form takes, as far as the tool's JSON Schema says it. The server checks the whole of it again. */
export type FieldSpec = {
  /** `any`: the schema says something a form has no control for, so the value is typed as JSON. */
  kind: "string" | "number" | "integer" | "boolean" | "choice" | "list" | "group" | "any";
  title?: string;
  description?: string;
  nullable: boolean;
  required: boolean;
  /** Of a choice. */
  choices: readonly ExactValue[];
  /** Of a list: what each item is. */
  item?: FieldSpec;
  /** Of a group. */
  fields: ReadonlyMap<string, FieldSpec>;
};

/** Schemas may refer to themselves; a form does not go deeper. */
const MOST_DEPTH = 8;
/** So large a schema is no form any more. */
const MOST_MEMBERS = 20_000;

/** The form a tool's schema describes; null where it describes none (no object, or nothing known of its members). */
export function specOf(schemaText: string): FieldSpec | null {
  const read = readExactJson(schemaText, { maxMembers: MOST_MEMBERS });
  if (!read.ok || read.value.kind !== "object") return null;
  const spec = fieldOf(read.value, read.value, true, 0);
  return spec.kind === "group" && spec.fields.size > 0 ? spec : null;
}

/** For a member the schema does not name: what its value is. */
export function specOfValue(value: ExactValue): FieldSpec {
  switch (value.kind) {
    case "string":
    case "number":
      return { ...ANY, kind: value.kind };
    case "true":
    case "false":
      return { ...ANY, kind: "boolean" };
    case "object":
      return { ...ANY, kind: "group" };
    default:
      return ANY;
  }
}

/** The schema's members in its order, then what the agent sent besides. */
export function membersOf(spec: FieldSpec, value: ExactValue | undefined): [string, FieldSpec][] {
  const members: [string, FieldSpec][] = [...spec.fields];
  for (const [key, member] of value?.kind === "object" ? value.members : []) {
    if (!spec.fields.has(key)) members.push([key, specOfValue(member)]);
  }
  return members;
}

const ANY: FieldSpec = { kind: "any", nullable: false, required: false, choices: [], fields: new Map() };

function fieldOf(given: ExactValue | undefined, root: ExactObject, required: boolean, depth: number): FieldSpec {
  const schema = given && referred(given, root);
  if (schema?.kind !== "object" || depth > MOST_DEPTH) return { ...ANY, required };
  const types = typesOf(schema);
  const base = {
    ...ANY,
    required,
    title: textOf(schema.members.get("title")),
    description: textOf(schema.members.get("description")),
    nullable: types.includes("null"),
  };
  const choices = schema.members.get("enum");
  if (choices?.kind === "array") {
    return {
      ...base,
      kind: "choice",
      choices: choices.items,
      nullable: choices.items.some(({ kind }) => kind === "null"),
    };
  }
  const [type, ...others] = types.filter((each) => each !== "null");
  if (others.length > 0) return { ...base, kind: "any" };
  switch (type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return { ...base, kind: type };
    case "array": {
      const item = fieldOf(schema.members.get("items"), root, true, depth + 1);
      return SCALARS.has(item.kind) ? { ...base, kind: "list", item } : { ...base, kind: "any" };
    }
    case "object": {
      const properties = schema.members.get("properties");
      const needed = schema.members.get("required");
      const names = new Set(needed?.kind === "array" ? needed.items.map(textOf) : []);
      const fields = new Map<string, FieldSpec>();
      for (const [key, member] of properties?.kind === "object" ? properties.members : []) {
        fields.set(key, fieldOf(member, root, names.has(key), depth + 1));
      }
      return { ...base, kind: fields.size > 0 || depth === 0 ? "group" : "any", fields };
    }
    default:
      return { ...base, kind: "any" };
  }
}

const SCALARS = new Set<FieldSpec["kind"]>(["string", "number", "integer", "boolean", "choice"]);

/** Follows `#/$defs/…`; any other reference leads nowhere. */
function referred(schema: ExactValue, root: ExactObject): ExactValue | undefined {
  let here: ExactValue | undefined = schema;
  for (let hops = 0; hops < MOST_DEPTH && here?.kind === "object"; hops++) {
    const reference = textOf(here.members.get("$ref"));
    if (reference === undefined) return here;
    const found = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference);
    const shelf: ExactValue | undefined = root.members.get(found?.[1] ?? "");
    here = shelf?.kind === "object" ? shelf.members.get(found?.[2] ?? "") : undefined;
  }
  return here;
}

function typesOf(schema: ExactObject): string[] {
  const type = schema.members.get("type");
  if (type?.kind === "array") return type.items.map(textOf).filter((each) => each !== undefined);
  const one = textOf(type);
  if (one !== undefined) return [one];
  return schema.members.has("properties") ? ["object"] : [];
}

function textOf(value: ExactValue | undefined): string | undefined {
  return value?.kind === "string" ? value.value : undefined;
}
