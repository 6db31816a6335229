import { z } from "zod";
import { AUDIT_KINDS, type AuditKind } from "@/lib/kernel/audit-kinds";
import { isId } from "@/lib/kernel/id";
import { ListQuery } from "../native/schemas";

/** As many rows as a screen can show, with room to spare. */
const MOST_IDS = 200;

const name = z.string().max(256).optional();

/** What the console's own reads take. */
export const ConsoleListQuery = ListQuery.extend({
  view: z.enum(["inbox", "history"]).optional(),
  scope: z.enum(["mine", "all"]).optional(),
  sort: z.enum(["closes", "newest", "risk"]).optional(),
  target: name,
  on_behalf_of: name,
  group: name,
  ids: z
    .string()
    .transform((text) => text.split(","))
    .refine((ids) => ids.length <= MOST_IDS && ids.every(isId), {
      error: `must be up to ${MOST_IDS} ids of confirmations, with commas between`,
    })
    .optional(),
});

const instant = z.iso.datetime({ offset: true, error: "must be an RFC 3339 time" }).transform((text) => new Date(text));

export const AuditQuery = z.strictObject({
  kind: z.enum(Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]).optional(),
  actor: z.string().max(256).optional(),
  confirmation: z.uuid({ error: "must be a confirmation's id" }).optional(),
  q: z.string().max(256).optional(),
  since: instant.optional(),
  until: instant.optional(),
  cursor: z
    .string()
    .regex(/^[0-9]{1,18}$/, { error: "must be a next_cursor of this list" })
    .optional(),
});

const versionNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, { error: "must be a version's number" })
  .transform(Number);

export const PolicyQuery = z.strictObject({ number: versionNumber });

/** A part of a replay is short enough that others get their turn, and long enough that thousands go fast. */
const MOST_REPLAYED = 1_000;

export const ReplayQuery = z.strictObject({
  number: versionNumber,
  limit: z
    .string()
    .regex(/^[0-9]{1,4}$/)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST_REPLAYED, { error: `must be from 1 to ${MOST_REPLAYED}` }),
  cursor: z.uuid({ error: "must be a next_cursor of this replay" }).optional(),
});

/** The spans that are offered; a longer one would count rows for minutes. */
export const InsightsQuery = z.strictObject({
  days: z
    .enum(["7", "30", "90"], { error: "must be 7, 30 or 90" })
    .optional()
    .transform((days) => Number(days ?? "30")),
});
