import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROLES, type Role } from "@/lib/kernel/principal";
import { oneTerminalLine } from "@/lib/kernel/terminal-text";
import { type ReadConfiguration, readConfiguration } from "./configuration";
import { configurationDiff } from "./configuration-diff";
import { writeConfiguration } from "./configuration-text";
import { OperatorError } from "./operator-error";

/** One thing an operator can do. `parse` refuses bad arguments by an error; what it returns does the work, once. */
export type Verb = { words: string[]; usage: string; parse(args: string[]): () => Promise<string> };

const OPERATOR = { kind: "operator", name: "manage" } as const;

export const verbs: Verb[] = [
  {
    words: ["person", "add"],
    usage: "person add <email> --role admin|reviewer|auditor [--name N] [--password-stdin]",
    parse(args) {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { role: { type: "string" }, name: { type: "string" }, "password-stdin": { type: "boolean" } },
      });
      const email = only(positionals, "e-mail");
      const role = ROLES.find((known): known is Role => known === values.role);
      if (!role) throw new Error(`--role takes ${ROLES.join(", ")}`);
      // The first line alone, as other programs take a password.
      const password = values["password-stdin"] ? readFileSync(0, "utf8").split(/\r?\n/)[0] : undefined;
      return async () => {
        const { addPerson } = await import("@/lib/store/people");
        return (await addPerson({ email, role, name: values.name, password }, OPERATOR)).id;
      };
    },
  },
  {
    words: ["person", "token"],
    usage: "person token <email>",
    parse(args) {
      const email = only(args, "e-mail");
      return async () => (await import("@/lib/store/people")).issuePersonToken(email, OPERATOR);
    },
  },
  {
    words: ["person", "disable"],
    usage: "person disable <email>",
    parse(args) {
      const email = only(args, "e-mail");
      return async () => {
        await (await import("@/lib/store/people")).disablePerson(email, OPERATOR);
        return email;
      };
    },
  },
  {
    words: ["agent", "add"],
    usage: "agent add <name>",
    parse(args) {
      const name = only(args, "name");
      return async () => (await (await import("@/lib/store/agents")).addAgent(name, OPERATOR)).key;
    },
  },
  {
    words: ["agent", "disable"],
    usage: "agent disable <name>",
    parse(args) {
      const name = only(args, "name");
      return async () => {
        const { disableAgent } = await import("@/lib/flow/agents/disable-agent");
        const { required } = await import("@/lib/store/administration");
        return required(await disableAgent({ name }, OPERATOR)).agent.name;
      };
    },
  },
  {
    words: ["migrate"],
    usage: "migrate",
    parse(args) {
      nothing(args);
      // Done by `manage` itself: every other verb needs it done before.
      return async () => "";
    },
  },
  {
    words: ["sweep"],
    usage: "sweep",
    parse(args) {
      nothing(args);
      return async () => JSON.stringify(await (await import("@/lib/flow/sweep")).sweep());
    },
  },
  {
    words: ["apply"],
    usage: "apply -f FILE [--dry-run]",
    parse(args) {
      const { values } = parseArgs({
        args,
        options: { file: { type: "string", short: "f" }, "dry-run": { type: "boolean" } },
      });
      if (!values.file) throw new Error("-f names no file");
      // npm runs us in the project's folder and tells where the operator stands.
      const path = resolve(process.env.INIT_CWD ?? "", values.file);
      const read = readConfiguration(readFileSync(path, "utf8"), values.file);
      const options = { file: values.file, dryRun: values["dry-run"] ?? false };
      return () => applyFile(read, options);
    },
  },
  {
    words: ["export"],
    usage: "export",
    parse(args) {
      nothing(args);
      return async () => {
        const { exportConfiguration } = await import("@/lib/flow/export-configuration");
        return writeConfiguration(await exportConfiguration()).trimEnd();
      };
    },
  },
];

/** The changes as a diff, then what was applied, as one line of JSON. */
async function applyFile(
  { configuration, complaint }: ReadConfiguration,
  options: { file: string; dryRun: boolean },
): Promise<string> {
  const { applyConfiguration } = await import("@/lib/flow/apply-configuration");
  const applied = await applyConfiguration(configuration, OPERATOR, options);
  if (!applied.ok) throw new OperatorError(`${complaint(applied.faults)}\nNothing was changed.`);
  const { tools, groups, limits, policy } = configuration;
  const diff = configurationDiff(applied.before, applied.after);
  const summary = JSON.stringify({
    tools: tools?.length,
    groups: groups?.length,
    limits: limits && Object.keys(limits).length,
    policy: policy && { version: applied.policyVersion, rules: policy.rules.length, tests: policy.tests.length },
    changed: diff !== "",
    ...(options.dryRun && { dry_run: true }),
  });
  return diff === "" ? summary : `${diff}\n${summary}`;
}

function only(args: string[], what: string): string {
  const [first, ...more] = args;
  if (!first || first.startsWith("-")) throw new Error(`The ${what} is missing`);
  if (more.length > 0) throw new Error(`One ${what} is taken, and "${oneTerminalLine(more.join(" "))}" is more`);
  return first;
}

function nothing(args: string[]): void {
  if (args.length > 0) throw new Error(`"${oneTerminalLine(args.join(" "))}" is not taken`);
}
