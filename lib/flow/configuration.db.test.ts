import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "@/lib/kernel/configuration";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { query } from "@/lib/ops/testing/database";
import { setTools } from "@/lib/store/tools";
import { applyConfiguration } from "./apply-configuration";
import { exportConfiguration } from "./export-configuration";
import { type Cast, makeCast } from "./fixtures";

const OPERATOR = { kind: "operator", name: "manage" } as const;
const HOUR = 3_600;
const POLICY: PolicyDocument = {
  rules: [{ id: "small", effect: "allow", when: "args.amount <= 50.0", reason: "routine" }],
  tests: [{ rule: "small", given: { tool: "t", arguments: { amount: 49.99 } }, expect: "allow" }],
};

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

const apply = (configuration: Parameters<typeof applyConfiguration>[0], dryRun = false) =>
  applyConfiguration(configuration, OPERATOR, { file: "team.yaml", dryRun });
const tool = (name: string, more: object = {}) => ({ name, ...UNKNOWN_TOOL, ...more });
const events = () => query<{ kind: string; data: string }>("SELECT kind, data FROM audit_event ORDER BY id");
const newest = async (since: number) => (await events()).slice(since);

describe("applying a file", () => {
  test("sets what it names, all of it in one transaction, with events that say by which file it came", async () => {
    const since = (await events()).length;
    const done = await apply({
      tools: [tool("refund", { risk: "high", tiers: [{ group: "support", waitSeconds: HOUR }] })],
      groups: [{ name: "support", members: [cast.reviewer.email] }],
      limits: { deny: { count: 5, withinSeconds: 60 } },
      policy: POLICY,
    });
    expect(done).toMatchObject({ ok: true, policyVersion: 2 });
    const written = await newest(since);
    expect(written.map(({ kind }) => kind).sort()).toEqual(
      [
        "configuration.applied",
        "group.created",
        "group.members_changed",
        "limits.applied",
        "policy.activated",
        "tools.applied",
      ].sort(),
    );
    for (const { kind, data } of written) {
      if (kind !== "configuration.applied") expect(JSON.parse(data)).toMatchObject({ source: "file" });
    }
    expect(JSON.parse(written.at(-1)?.data ?? "")).toEqual({
      file: "team.yaml",
      sections: ["tools", "groups", "limits", "policy"],
      policy_version: 2,
    });
  });

  test("again changes and records nothing, and applying its own export neither", async () => {
    const whole = await exportConfiguration();
    const before = await events();
    expect(await apply(whole)).toMatchObject({ ok: true, policyVersion: 2 });
    expect(await apply({ policy: POLICY })).toMatchObject({ ok: true, policyVersion: 2 });
    expect(await exportConfiguration()).toEqual(whole);
    expect(await events()).toEqual(before);
  });

  test("leaves alone what it does not name: other tools, other groups, other limits, the policy", async () => {
    const before = await exportConfiguration();
    await apply({ tools: [tool("mail")], groups: [{ name: "on-call", members: [] }] });
    await apply({ limits: { pending: { perAgent: 7, total: 70 } } });
    const after = await exportConfiguration();
    expect(after.tools.map(({ name }) => name)).toEqual(["mail", "refund"]);
    expect(after.groups.map(({ name }) => name)).toEqual(["on-call", "support"]);
    expect(after.groups.find(({ name }) => name === "support")?.members).toEqual([cast.reviewer.email]);
    expect(after.limits).toEqual({ ...before.limits, pending: { perAgent: 7, total: 70 } });
    expect(after.policy).toEqual(before.policy);
  });

  test("a tool, a group or a limit that is named is then as the file says, whole", async () => {
    await apply({ tools: [tool("refund")], groups: [{ name: "support", members: [] }], limits: DEFAULT_LIMITS });
    const after = await exportConfiguration();
    expect(after.tools.find(({ name }) => name === "refund")).toEqual(tool("refund"));
    expect(after.groups.find(({ name }) => name === "support")?.members).toEqual([]);
    expect(after.limits).toEqual(DEFAULT_LIMITS);
  });

  test.each([
    [
      "a group nobody has",
      { tools: [tool("a", { tiers: [{ group: "ghosts", waitSeconds: 60 }] })] },
      "tools.0.tiers.0.group",
    ],
    ["a person nobody is", { groups: [{ name: "g", members: ["nobody@example.com"] }] }, "groups.0.members.0"],
    [
      "waits as long as the window",
      { tools: [tool("a", { tiers: [{ group: "support", waitSeconds: 24 * HOUR }] })] },
      "tools.0.tiers",
    ],
    [
      "a policy whose test fails",
      { policy: { ...POLICY, tests: [{ given: { tool: "t" }, expect: "allow" as const }] } },
      "policy",
    ],
  ])("with %s is refused at its place, and nothing else of it stands", async (_what, wrong, place) => {
    const before = [await exportConfiguration(), await events()];
    const good = { tools: [tool("good")], limits: { deny: { count: 9, withinSeconds: 9 } } };
    const done = await apply({ ...good, ...wrong, tools: [...("tools" in wrong ? wrong.tools : []), tool("good")] });
    expect(done.ok).toBe(false);
    const [fault] = done.ok ? [] : done.faults;
    expect(fault?.path.join(".").startsWith(place), fault?.path.join(".")).toBe(true);
    expect([await exportConfiguration(), await events()]).toEqual(before);
  });

  test("as a trial answers the same and changes nothing", async () => {
    const configuration = { tools: [tool("tried", { disabled: true })], policy: { rules: [], tests: [] } };
    const before = [await exportConfiguration(), await events()];
    const tried = await apply(configuration, true);
    expect([await exportConfiguration(), await events()]).toEqual(before);
    expect(tried).toEqual(await apply(configuration));
    expect((await exportConfiguration()).tools.map(({ name }) => name)).toContain("tried");
  });

  test("by several at once leaves each file whole, one after the other", async () => {
    const file = (n: number) => ({
      tools: ["x", "y", "z"].map((name) => tool(name, { approvals: n })),
      limits: { deny: { count: n, withinSeconds: 60 } },
    });
    const done = await Promise.all([1, 2, 3, 4].map((n) => apply(file(n))));
    expect(done.every(({ ok }) => ok)).toBe(true);
    const { tools, limits } = await exportConfiguration();
    const approvals = tools.filter(({ name }) => ["x", "y", "z"].includes(name)).map((each) => each.approvals);
    expect(new Set(approvals)).toEqual(new Set([limits.deny.count]));
  });
});

test("what a page said of a tool is in the export, and the record tells the ways apart", async () => {
  const since = (await events()).length;
  await setTools([{ name: "by_page", risk: "low" }], { kind: "person", id: cast.admin.id, name: "Ada" }, "page");
  expect((await exportConfiguration()).tools.map(({ name }) => name)).toContain("by_page");
  expect((await newest(since)).map(({ data }) => JSON.parse(data).source)).toEqual(["page"]);
});
