import { USE_NOTED_EVERY_MS } from "@/lib/kernel/agent-key";
import { logger } from "@/lib/log";
import { noteKeyUse } from "@/lib/store/agent-keys";

/** More keys than one process is likely to hear from within a minute. */
const MOST = 10_000;

// Route handlers are bundled apart; what one has noted need not be noted by another.
const globals = globalThis as unknown as { countersignNotedKeys?: Map<string, number> };

/**
 * An agent came by this key. That is written down beside the request, never before its answer, and at most once a minute:
 * this process asks no sooner, and the statement itself makes sure of it over all processes. Where it cannot be written,
 * a later use is.
 */
export function noteUse(keyId: string): void {
  globals.countersignNotedKeys ??= new Map();
  const noted = globals.countersignNotedKeys;
  const now = performance.now();
  if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) < USE_NOTED_EVERY_MS) return;
  if (noted.size >= MOST) noted.clear();
  noted.set(keyId, now);
  noteKeyUse(keyId).catch((error: unknown) => {
    logger.debug({ err: error, key_id: keyId }, "a key's use was not written down");
  });
}
