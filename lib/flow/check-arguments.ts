import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import { type ExactObject, toPlain } from "@/lib/kernel/exact-json/value";
import type { FieldFault, Why } from "@/lib/kernel/refusal";
import { previewText } from "@/lib/kernel/visible-text";

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });

/** Compiled once for each schema text; a handful of tools, so nothing is ever thrown out. */
const compiled = new Map<string, ValidateFunction>();

/** Faults said at most; a schema that fits nothing would otherwise fill the page. */
const MOST_FAULTS = 20;
const MOST_ALLOWED_CHARACTERS = 200;

/**
 * Holds arguments against a tool's JSON Schema (draft 2020-12).
 *
 * @returns the faults, each with a JSON Pointer below `prefix`; none where the tool has no schema
 */
export function faultsAgainstSchema(schema: string | null, value: ExactObject, prefix = ""): FieldFault[] {
  if (schema === null) return [];
  const validate = validatorFor(schema);
  if (validate(toPlain(value))) return [];
  return (validate.errors ?? []).slice(0, MOST_FAULTS).map((error) => ({
    path: `${prefix}${error.instancePath}${missingOrUnknown(error)}`,
    message: error.message ?? "does not fit the tool's schema",
    why: whyOf(error),
  }));
}

/** A sentence where a text is no JSON Schema that can be used; null where it is one. */
export function schemaFault(schema: string): string | null {
  try {
    validatorFor(schema);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function validatorFor(schema: string): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const parsed: unknown = JSON.parse(schema);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new Error("must be an object");
  // A schema's own name would collide with that of its earlier versions.
  const { $id: _, ...anonymous } = parsed as Record<string, unknown>;
  const validate = ajv.compile(anonymous);
  compiled.set(schema, validate);
  return validate;
}

/** The keyword that was not kept, with what the schema gives for it; long lists are for the English sentence. */
function whyOf({ keyword, params }: ErrorObject): Why {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params as Record<string, unknown>)) {
    // A number of the schema as the schema writes it: rounded for reading it would be another limit.
    if (typeof value === "string" || typeof value === "number") values[name] = String(value);
    else if (name === "type" && Array.isArray(value)) values.type = value.join(",");
    else if (name === "allowedValues" || name === "allowedValue") values[name] = shortJson(value);
  }
  return { code: `schema.${keyword}`, values };
}

function shortJson(value: unknown): string {
  const text = Array.isArray(value) ? value.map((each) => JSON.stringify(each)).join(", ") : JSON.stringify(value);
  return previewText(text, MOST_ALLOWED_CHARACTERS).text;
}

/** A missing or unknown member's fault stands at the member, not at the object around it. */
function missingOrUnknown({ keyword, params }: ErrorObject): string {
  const name =
    keyword === "required" ? params.missingProperty : (params.additionalProperty ?? params.unevaluatedProperty);
  return typeof name === "string" ? `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` : "";
}
