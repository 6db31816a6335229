"use server";

import type { z } from "zod";
import { saveLimits as saveLimitsFlow } from "@/lib/flow/save-limits";
import { saveTool as saveToolFlow } from "@/lib/flow/save-tool";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { removeTool as removeOne } from "@/lib/store/tools";
import { LimitsShape, ToolShape } from "@/lib/wire/configuration-shape";
import type { LimitsView, PeopleAnswer, ToolView } from "@/lib/wire/console/types";
import { changeAsPerson, textOf } from "../change-as-person";

/* How admins change the tools' registry and the gate's limits: checked by the same shapes as the file. */

export async function saveTool(given: ToolView): Promise<PeopleAnswer> {
  return changeAsPerson(async (person) => {
    const { schema_text, cap_per_day, ...tool } = given ?? {};
    const schema = readSchema(schema_text);
    if (!schema.ok) return schema;
    const shaped = shape(ToolShape, { ...tool, schema: schema.value, caps: { per_day: cap_per_day } });
    return shaped.ok ? saveToolFlow(shaped.value, person) : shaped;
  });
}

export async function removeTool(name: string): Promise<PeopleAnswer> {
  return changeAsPerson((person) => removeOne(textOf(name), person));
}

export async function saveLimits(given: LimitsView): Promise<PeopleAnswer> {
  return changeAsPerson(async (person) => {
    const shaped = shape(LimitsShape, given);
    return shaped.ok ? saveLimitsFlow(shaped.value, person) : shaped;
  });
}

function readSchema(text: unknown): { ok: true; value: unknown } | Refused {
  if (text === undefined || text === "") return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(textOf(text)) };
  } catch {
    const message = "must be JSON";
    return refuse("invalid_request", `schema: ${message}. Nothing was changed.`, {
      errors: [{ path: "/schema", message }],
    });
  }
}

function shape<S extends z.ZodType>(schema: S, given: unknown): { ok: true; value: z.output<S> } | Refused {
  const result = schema.safeParse(given);
  if (result.success) return { ok: true, value: result.data };
  const errors = result.error.issues.map(({ path, message }) => ({ path: `/${path.map(String).join("/")}`, message }));
  const detail = errors.map(({ path, message }) => `${path.slice(1).replaceAll("/", ".")}: ${message}`).join("; ");
  return refuse("invalid_request", `${detail}. Nothing was changed.`, { errors });
}
