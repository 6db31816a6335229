import type { AgentPrincipal } from "./principal";

/** The longest overlap of an old key and the new one that takes its place; whoever needs longer makes a second key. */
export const OVERLAP_MOST_SECONDS = 30 * 24 * 3_600;

/** A key counts as used once in so many milliseconds, so that use costs no write each time. */
export const USE_NOTED_EVERY_MS = 60_000;

/**
 * Whether an agent's key is one for other tools. Such a key neither asks for a tool nor claims its approvals; what it
 * follows, lists, withdraws and reports is not narrowed.
 */
export function outOfScope(
  agent: Pick<AgentPrincipal, "tools">,
  tool: string,
): { code: "forbidden"; detail: string } | null {
  if (agent.tools.length === 0 || agent.tools.includes(tool)) return null;
  return { code: "forbidden", detail: `This key is for other tools, not for ${tool}.` };
}
