/** The digest over the canonical form: what a decision is bound to (DESIGN §7). */
import { createHash } from "node:crypto";
import { canonicalText } from "./canonical";
import type { ExactValue } from "./value";

/** `sha256:` and the hex SHA-256 over the canonical form in UTF-8. */
export function digestOf(value: ExactValue): string {
  return digestOfText(canonicalText(value));
}

/** The same over a text that is canonical already, or that is itself what is to be bound. */
export function digestOfText(text: string): string {
  return `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
}
