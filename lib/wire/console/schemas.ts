import { z } from "zod";
import { AUDIT_KINDS, type AuditKind } from "@/lib/kernel/audit-kinds";
import { ListQuery } from "../native/schemas";

/** What the console's own reads take. */
export const ConsoleListQuery = ListQuery.extend({
  view: z.enum(["inbox", "history"]).optional(),
  sort: z.enum(["closes", "newest"]).optional(),
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
