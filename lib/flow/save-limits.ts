import type { ConfiguredLimits } from "@/lib/kernel/configuration";
import type { Refused } from "@/lib/kernel/refusal";
import { type Administrator, administer } from "@/lib/store/administration";
import { setLimits } from "@/lib/store/gate-limits";

/** An admin sets the gate's limits by the page. They hold from the next submission on. */
export async function saveLimits(
  limits: Partial<ConfiguredLimits>,
  by: Administrator,
): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    await setLimits(limits, actor, "page", { tx, now });
    return { ok: true as const };
  });
}
