import type { z } from "zod";
import { pointerOf } from "@/lib/kernel/exact-json/pointer";
import { type ExactObject, toPlain } from "@/lib/kernel/exact-json/value";
import { type FieldFault, type Refused, refuse } from "@/lib/kernel/refusal";
import { HOLD_MOST_SECONDS, parseDurationSeconds } from "@/lib/kernel/windows";
import { HoldQuery, IdempotencyKey } from "./schemas";

/** Members that stay exactly as read. */
const KEPT_EXACT = new Set(["arguments", "context"]);

export type Parsed<Value> = { ok: true; value: Value };

/** Checks a body that was read exactly against its schema; every fault names its field and what is accepted. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: ExactObject,
): Parsed<z.output<Schema>> | Refused {
  const shell: Record<string, unknown> = {};
  for (const [key, value] of body.members) {
    keep(shell, key, KEPT_EXACT.has(key) && value.kind === "object" ? value : toPlain(value));
  }
  return check(schema, shell);
}

/** By definition, because assigning "__proto__" would lose the member instead of refusing it. */
function keep(shell: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(shell, key, { value, enumerable: true });
}

export function parseQuery<Schema extends z.ZodType>(schema: Schema, url: URL): Parsed<z.output<Schema>> | Refused {
  const query: Record<string, unknown> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    keep(query, key, values.length === 1 ? values[0] : values);
  }
  return check(schema, query);
}

/** `?wait=` as seconds of one hold; 0 without it. */
export function parseHold(request: Request): Parsed<number> | Refused {
  if (!request.url.includes("?")) return { ok: true, value: 0 };
  const parsed = parseQuery(HoldQuery, new URL(request.url));
  if (!parsed.ok) return parsed;
  const { wait } = parsed.value;
  return { ok: true, value: wait ? Math.min(parseDurationSeconds(wait) ?? 0, HOLD_MOST_SECONDS) : 0 };
}

export function parseIdempotencyKey(request: Request): Parsed<string | null> | Refused {
  const header = request.headers.get("idempotency-key");
  if (header === null) return { ok: true, value: null };
  const parsed = IdempotencyKey.safeParse(header);
  if (parsed.success) return { ok: true, value: parsed.data };
  return invalid([{ path: "Idempotency-Key", message: parsed.error.issues[0]?.message ?? "is not valid" }]);
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Parsed<z.output<Schema>> | Refused {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.flatMap((issue): FieldFault[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: pointerOf([...issue.path.map(String), key]),
          message: "is not a known field",
        }))
      : [{ path: pointerOf(issue.path.map(String)), message: messageOf(issue) }],
  );
  const tooLarge = parsed.error.issues.some((issue) => issue.code === "custom" && issue.params?.code === "too_large");
  return invalid(faults, tooLarge);
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && issue.code === "invalid_type") return "is required";
  return issue.message;
}

function invalid(errors: FieldFault[], tooLarge = false): Refused {
  const said = errors.slice(0, 5).map(({ path, message }) => `${path || "the request"} ${message}`);
  const more = errors.length > 5 ? `, and ${errors.length - 5} more` : "";
  return refuse(tooLarge ? "too_large" : "invalid_request", `${said.join("; ")}${more}. Nothing was done.`, {
    errors: errors.slice(0, 50),
  });
}
