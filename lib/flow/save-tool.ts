import { type ConfiguredTool, faultsBeside } from "@/lib/kernel/configuration";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { settings } from "@/lib/settings";
import { type Administrator, administer } from "@/lib/store/administration";
import { listGroups } from "@/lib/store/groups";
import { setTools } from "@/lib/store/tools";

/** An admin says by the page what is known of one tool; it is held against the same as a file is. */
export async function saveTool(tool: ConfiguredTool, by: Administrator): Promise<{ ok: true } | Refused> {
  return administer(by, async (tx, now, actor) => {
    const groups = new Set((await listGroups(tx)).map(({ name }) => name));
    const { decisionWindowSeconds } = settings();
    const faults = faultsBeside({ tools: [tool] }, { groups, emails: new Set(), decisionWindowSeconds });
    if (faults.length > 0) {
      const errors = faults.map(({ path, message }) => ({ path: `/${path.slice(2).join("/")}`, message }));
      return refuse("invalid_request", `${errors.map(({ message }) => message).join("; ")}. Nothing was changed.`, {
        errors,
      });
    }
    await setTools([tool], actor, "page", { tx, now });
    return { ok: true as const };
  });
}
