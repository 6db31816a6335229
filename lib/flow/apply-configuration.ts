import type { AuditActor } from "@/lib/kernel/audit-kinds";
import {
  type Configuration,
  type ConfigurationFault,
  type ConfiguredGroup,
  faultsBeside,
  type WholeConfiguration,
} from "@/lib/kernel/configuration";
import { writePolicyDocument } from "@/lib/kernel/policy/document-text";
import type { Refused } from "@/lib/kernel/refusal";
import { settings } from "@/lib/settings";
import { administer } from "@/lib/store/administration";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { setLimits } from "@/lib/store/gate-limits";
import { listGroups, setGroups } from "@/lib/store/groups";
import { knownEmails } from "@/lib/store/people";
import { findActivePolicy } from "@/lib/store/policies";
import { setTools } from "@/lib/store/tools";
import { exportConfiguration } from "./export-configuration";
import { activateFromFile } from "./policies/activate-from-file";

export type Applied = {
  ok: true;
  before: WholeConfiguration;
  after: WholeConfiguration;
  /** The version in force afterwards. */
  policyVersion: number;
};

export type NotApplied = { ok: false; faults: ConfigurationFault[] };

/** Who applies files: the operator at the machine. */
type Operator = AuditActor & { kind: "operator" };

/**
 * Applies what a file says, in one transaction with its events, or nothing. A tool, a group or a limit that the file
 * names is then as the file says, whole; others stay as they are. A policy takes the place of the one in force.
 *
 * @param options.dryRun does all of it, answers, and undoes it
 */
export async function applyConfiguration(
  configuration: Configuration,
  actor: Operator,
  options: { file: string; dryRun: boolean },
): Promise<Applied | NotApplied> {
  try {
    const done = await administer(actor, async (tx, now) => {
      const before = await exportConfiguration(tx);
      const faults = faultsBeside(configuration, {
        groups: new Set(before.groups.map(({ name }) => name)),
        emails: await knownEmails(
          (configuration.groups ?? []).flatMap(({ members }) => members),
          tx,
        ),
        decisionWindowSeconds: settings().decisionWindowSeconds,
      });
      if (faults.length > 0) throw new Undone({ ok: false, faults });
      await write(configuration, actor, tx, now);
      const after = await exportConfiguration(tx);
      const { number: policyVersion } = await findActivePolicy(tx);
      const sections = changedSections(before, after);
      if (sections.length > 0) {
        const data = { file: options.file, sections, policy_version: policyVersion };
        await recordEvents(tx, now, [{ kind: "configuration.applied", actor, data }], {});
      }
      const applied: Applied = { ok: true, before, after, policyVersion };
      if (options.dryRun) throw new Undone(applied);
      return applied;
    });
    if ("refusal" in done) throw new Error(`file: ${done.refusal.detail}`);
    return done;
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

/** Takes back the transaction it is thrown out of, and carries the answer. */
class Undone extends Error {
  constructor(readonly result: Applied | NotApplied) {
    super("undone");
  }
}

async function write({ tools, groups, limits, policy }: Configuration, actor: Operator, tx: Database, now: Date) {
  if (tools) await setTools(tools, actor, "file", { tx, now });
  if (groups) await setGroups(await withOthers(groups, tx), actor, { tx, now });
  if (limits) await setLimits(limits, actor, "file", { tx, now });
  if (!policy) return;
  const activated: Refused | { ok: true } = await activateFromFile(policy, actor, tx);
  if (activated.ok) return;
  const { detail, errors = [] } = activated.refusal;
  const faults = errors.map(({ path, message }) => ({ path: ["policy", ...stepsTo(path)], message }));
  throw new Undone({ ok: false, faults: faults.length > 0 ? faults : [{ path: ["policy"], message: detail }] });
}

/** A file that names a group says who is in it, and nothing of the others. */
async function withOthers(groups: ConfiguredGroup[], tx: Database): Promise<ConfiguredGroup[]> {
  const named = new Set(groups.map(({ name }) => name));
  const others = (await listGroups(tx)).filter(({ name }) => !named.has(name));
  return [...others.map(({ name, members }) => ({ name, members: members.map(({ email }) => email) })), ...groups];
}

function changedSections(before: WholeConfiguration, after: WholeConfiguration): string[] {
  const text = ({ policy, ...rest }: WholeConfiguration) => ({ ...rest, policy: writePolicyDocument(policy) });
  const [was, is] = [text(before), text(after)];
  return (["tools", "groups", "limits", "policy"] as const).filter(
    (section) => JSON.stringify(was[section]) !== JSON.stringify(is[section]),
  );
}

function stepsTo(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
