import { randomUUID } from "node:crypto";
import type { Submission } from "@/lib/flow/submit-confirmation";
import { readExactJson } from "@/lib/kernel/exact-json/reader";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import type { Shot } from "./load";

/** A request as agents file it: some arguments, a subject, a session, a sentence of reasoning. All differ. */
export function someArguments(): string {
  const number = randomUUID();
  return `{"order_id":"${number}","amount":40.00,"currency":"EUR","lines":[{"sku":"K-1","quantity":2},{"sku":"K-7","quantity":1}],"note":"The parcel arrived damaged."}`;
}

const REST = {
  tool: "issue_refund",
  target: "billing",
  session: "support-chat-4711",
  on_behalf_of: "mara.lindt@example.net",
  reasoning: "The customer sent a photo of the broken lamp, and the order is six days old.",
};

export function submitShot(agentKey: string): Shot {
  const { tool, ...rest } = REST;
  const others = JSON.stringify(rest).slice(1, -1);
  return {
    method: "POST",
    path: "/api/v1/confirmations",
    headers: { Authorization: `Bearer ${agentKey}`, "Idempotency-Key": randomUUID() },
    body: `{"tool":"${tool}","arguments":${someArguments()},${others}}`,
  };
}

export function decideShot(token: string, { id, digest }: Filed): Shot {
  return {
    method: "POST",
    path: `/api/v1/confirmations/${id}/decision`,
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ verdict: "approve", reason: "Photo checked.", seen_digest: digest }),
  };
}

export function claimShot(agentKey: string, { id, digest }: Filed): Shot {
  return {
    method: "POST",
    path: `/api/v1/confirmations/${id}/claim`,
    headers: { Authorization: `Bearer ${agentKey}`, "Idempotency-Key": randomUUID() },
    body: JSON.stringify({ arguments_digest: digest, target: REST.target }),
  };
}

/** The same request as the flow takes it. */
export function someSubmission(): Submission {
  const text = someArguments();
  const { tool, target, session, on_behalf_of, reasoning } = REST;
  const { tool: _, ...rest } = REST;
  return {
    tool,
    arguments: exact(text),
    target,
    session,
    turnGroup: null,
    onBehalfOf: on_behalf_of,
    reasoning,
    context: null,
    waitWindowSeconds: null,
    decisionWindowSeconds: null,
    supersedes: null,
    idempotencyKey: randomUUID(),
    request: exact(`{"tool":"${tool}","arguments":${text},${JSON.stringify(rest).slice(1, -1)}}`),
  };
}

/** A confirmation that was filed, and the digest of its arguments. */
export type Filed = { id: string; digest: string };

/** Reads the two out of an answer, without the cost of reading it whole. */
export function filedIn(body: string): Filed {
  const id = /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
  const digest = /"arguments_digest":"(sha256:[0-9a-f]{64})"/.exec(body)?.[1];
  if (!id || !digest) throw new Error(`No confirmation was answered: ${body.slice(0, 300)}`);
  return { id, digest };
}

export function exact(text: string): ExactObject {
  const read = readExactJson(text);
  if (!read.ok || read.value.kind !== "object") throw new Error("The bench's own arguments cannot be read.");
  return read.value;
}
