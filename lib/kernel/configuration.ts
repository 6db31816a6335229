import type { State } from "./confirmation";
import type { PolicyDocument } from "./policy/document";
import type { ToolSettings } from "./tool";
import { writeDuration } from "./windows";

/** What teams keep in git. A section that is left out is left as it is. */
export type Configuration = {
  tools?: ConfiguredTool[];
  groups?: ConfiguredGroup[];
  limits?: Partial<ConfiguredLimits>;
  policy?: PolicyDocument;
};

export type ConfiguredTool = { name: string } & ToolSettings;

/** Members by e-mail. */
export type ConfiguredGroup = { name: string; members: string[] };

export type ConfiguredLimits = {
  /** So many denials or expiries within so long, and nobody is asked again. */
  deny: { count: number; withinSeconds: number };
  pending: { perAgent: number; total: number };
  resubmit: { max: number; minIntervalSeconds: number; after: State[] };
};

/** What holds where a limit is named without one of its members. */
export const DEFAULT_LIMITS: ConfiguredLimits = {
  deny: { count: 3, withinSeconds: 600 },
  pending: { perAgent: 400, total: 10_000 },
  resubmit: { max: 3, minIntervalSeconds: 0, after: ["denied", "expired", "cancelled"] },
};

/** All there is, as an export gives it. */
export type WholeConfiguration = {
  tools: ConfiguredTool[];
  groups: ConfiguredGroup[];
  limits: ConfiguredLimits;
  policy: PolicyDocument;
};

/** What is wrong, and at which place. */
export type ConfigurationFault = { path: (string | number)[]; message: string };

/** What a configuration is held against: what is stored, and what it adds. */
export type Known = { groups: ReadonlySet<string>; emails: ReadonlySet<string>; decisionWindowSeconds: number };

/** What can be told only beside what is stored: names that nobody bears, and waits that the window has no room for. */
export function faultsBeside({ tools = [], groups = [] }: Configuration, known: Known): ConfigurationFault[] {
  const named = new Set([...known.groups, ...groups.map(({ name }) => name)]);
  return [
    ...tools.flatMap((tool, at) => [
      ...tool.tiers.flatMap(({ group }, tier) =>
        named.has(group)
          ? []
          : [{ path: ["tools", at, "tiers", tier, "group"], message: `there is no group named ${group}` }],
      ),
      ...waitsFault(tool, known.decisionWindowSeconds).map((message) => ({ path: ["tools", at, "tiers"], message })),
    ]),
    ...groups.flatMap(({ members }, at) =>
      members.flatMap((email, member) =>
        known.emails.has(email)
          ? []
          : [{ path: ["groups", at, "members", member], message: `nobody has the e-mail ${email}` }],
      ),
    ),
  ];
}

/**
 * Every tier must be able to have its turn, so their waits together stay below the decision window: at its own instant
 * the window has passed.
 *
 * @returns one sentence, or none
 */
export function waitsFault(
  { tiers, windows }: Pick<ToolSettings, "tiers" | "windows">,
  defaultSeconds: number,
): string[] {
  const waits = tiers.reduce((sum, { waitSeconds }) => sum + waitSeconds, 0);
  const window = windows.decisionSeconds ?? defaultSeconds;
  if (waits < window) return [];
  return [
    `the waits of its tiers come to ${writeDuration(waits)} and must stay below its decision window of ${writeDuration(window)}`,
  ];
}
