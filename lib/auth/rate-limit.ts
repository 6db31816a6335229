import { RateLimiterMemory } from "rate-limiter-flexible";
import { settings } from "@/lib/settings";

type Limiter = { perMinute: number; memory: RateLimiterMemory };

// Next.js compiles route handlers into separate bundles; one count serves them all.
const globals = globalThis as unknown as { countersignRateLimiter?: Limiter };

/**
 * Counts one request of a key in this process. The limit protects a process from a client that runs wild; nothing that
 * must hold over all processes rests on it.
 *
 * @param principalKey the id of the key, token or session that asks
 */
export async function takeOne(principalKey: string): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }> {
  const { rateLimit: perMinute } = settings();
  if (perMinute === 0) return { ok: true };
  if (globals.countersignRateLimiter?.perMinute !== perMinute) {
    globals.countersignRateLimiter = { perMinute, memory: new RateLimiterMemory({ points: perMinute, duration: 60 }) };
  }
  try {
    await globals.countersignRateLimiter.memory.consume(principalKey);
    return { ok: true };
  } catch (refused) {
    // Not by its class: the shared limiter may come from another bundle than the one that asks.
    const msBeforeNext = (refused as { msBeforeNext?: unknown }).msBeforeNext;
    if (typeof msBeforeNext !== "number") throw refused;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }
}
