/** A stored policy as it is evaluated, whatever became of its text or of the language since it was stored. */
import { type CompiledPolicy, compilePolicy } from "./compile";
import { readPolicyDocument } from "./document-text";
import { Failure } from "./value";

/** Stands as the deciding rule where the whole policy cannot be used. */
export const WHOLE_POLICY = "(policy)";

export type Usable = { ok: true; policy: CompiledPolicy } | { ok: false; message: string; policy: CompiledPolicy };

/** Where it cannot be used, what stands in its place asks about everything and names the first fault. Never throws. */
export function usablePolicy(text: string): Usable {
  const read = readPolicyDocument(text);
  if (!read.ok) {
    const [fault] = read.faults;
    return unusable(`The stored policy cannot be read: ${fault?.path} ${fault?.message}`);
  }
  const compiled = compilePolicy(read.document);
  if (compiled.ok) return compiled;
  const [fault] = compiled.faults;
  return unusable(`The stored policy does not compile: ${fault?.rule ?? fault?.field}: ${fault?.message}`);
}

function unusable(message: string): Usable {
  const asks = {
    id: WHOLE_POLICY,
    effect: "ask" as const,
    reason: "The policy in force cannot be used",
    run: () => new Failure(message),
    looksAt: [],
  };
  return { ok: false, message, policy: { rules: [asks] } };
}
