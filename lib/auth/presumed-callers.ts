import type { Caller } from "@/lib/kernel/principal";

/** More keys and tokens than one process is likely to hear from; the one not heard from longest makes room. */
const MOST = 10_000;

// Route handlers are bundled apart; what one has learned serves them all.
const globals = globalThis as unknown as { countersignPresumedCallers?: Map<string, Caller> };

function known(): Map<string, Caller> {
  globals.countersignPresumedCallers ??= new Map();
  return globals.countersignPresumedCallers;
}

/**
 * Whose key or token this was when it was last checked. Whose it is never changes; whether it still opens anything does,
 * so this only says whom an operation's first read has to ask about, and allows nothing.
 *
 * @param hash of the secret, which is not kept
 */
export function presumedCaller(hash: string): Caller | null {
  const caller = known().get(hash);
  if (!caller) return null;
  known().delete(hash);
  known().set(hash, caller);
  return caller;
}

/** Keeps whose a key or token is, after it was checked. Only what never changes is kept. */
export function rememberCaller(hash: string, caller: Caller): void {
  const { kind, id } = caller;
  known().delete(hash);
  known().set(hash, kind === "agent" ? { kind, id, keyId: caller.keyId } : { kind, id, credential: caller.credential });
  for (const oldest of known().keys()) {
    if (known().size <= MOST) break;
    known().delete(oldest);
  }
}

/** A key or token that opens nothing is asked about in full each time. */
export function forgetCaller(hash: string): void {
  known().delete(hash);
}
