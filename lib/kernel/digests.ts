import { digestOfText } from "./exact-json/digest";

/** What the digests of a request are made over; null and absent are one. */
export type Operation = {
  id: string;
  tool: string;
  target: string | null;
  argumentsDigest: string;
  agentId: string;
  subject: string | null;
  session: string | null;
  createdAt: Date;
};

/** This very request: an approval for one place, person or moment is none for another (DESIGN §7). */
export function operationDigest(operation: Operation): string {
  const { id, session, createdAt } = operation;
  return digestOfFields({ ...intentFields(operation), id, session, created_at: createdAt.toISOString() });
}

/** The same without id, session and time: two requests with one fingerprint want the same thing done. */
export function intentFingerprint(operation: Omit<Operation, "id" | "session" | "createdAt">): string {
  return digestOfFields(intentFields(operation));
}

function intentFields({
  tool,
  target,
  argumentsDigest,
  agentId,
  subject,
}: Omit<Operation, "id" | "session" | "createdAt">) {
  return { tool, target, arguments_digest: argumentsDigest, agent: agentId, subject };
}

/** Flat and of strings, so that sorting the keys makes JSON.stringify canonical; no separator can be forged into a value. */
function digestOfFields(fields: Record<string, string | null>): string {
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  return digestOfText(JSON.stringify(Object.fromEntries(present.sort(([a], [b]) => (a < b ? -1 : 1)))));
}
