import { describe, expect, test } from "vitest";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { database } from "./database";
import { createGroup, deleteGroup, listGroups, renameGroup, setGroups, setMembers } from "./groups";
import { addPerson } from "./people";
import { findTool, setTools } from "./tools";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };

async function person(email: string): Promise<string> {
  return (await addPerson({ email, role: "reviewer" }, OPERATOR)).id;
}

async function group(name: string): Promise<string> {
  const made = await createGroup(name, OPERATOR);
  if (!made.ok) throw new Error(made.refusal.detail);
  return made.id;
}

async function newestEvents(count: number) {
  const rows = await database().auditEvent.findMany({ orderBy: { id: "desc" }, take: count });
  return rows.map(({ kind, data }) => ({ kind, data: JSON.parse(data) })).reverse();
}

const named = async (name: string) => (await listGroups()).find((each) => each.name === name);

describe("a group", () => {
  test("holds exactly the people it was given, and the audit says who came and who went", async () => {
    const [ada, rita, ruben] = [await person("a@g.co"), await person("r@g.co"), await person("u@g.co")];
    const id = await group("support");
    expect(await setMembers(id, [ada, rita], OPERATOR)).toEqual({ ok: true });
    expect(await setMembers(id, [rita, ruben, ruben], OPERATOR)).toEqual({ ok: true });
    expect((await named("support"))?.members.map(({ email }) => email)).toEqual(["r@g.co", "u@g.co"]);
    expect(await newestEvents(1)).toEqual([
      {
        kind: "group.members_changed",
        data: { group_id: id, name: "support", added: ["u@g.co"], removed: ["a@g.co"], source: "page" },
      },
    ]);
    const before = await database().auditEvent.count();
    await setMembers(id, [ruben, rita], OPERATOR);
    expect(await database().auditEvent.count()).toBe(before);
  });

  test("with somebody unknown, or a name that is taken or no good, is refused and nothing changes", async () => {
    const id = await group("first");
    await group("second");
    const before = await listGroups();
    expect(await createGroup("first", OPERATOR)).toMatchObject({ refusal: { code: "already_exists" } });
    expect(await renameGroup(id, "second", OPERATOR)).toMatchObject({ refusal: { code: "already_exists" } });
    expect(await createGroup("a\u200bb", OPERATOR)).toMatchObject({ refusal: { code: "invalid_request" } });
    expect(await setMembers(id, ["0193b1f0-0000-7000-8000-000000000000"], OPERATOR)).toMatchObject({
      refusal: { code: "not_found" },
    });
    expect(await setMembers("nothing", [], OPERATOR)).toMatchObject({ refusal: { code: "not_found" } });
    expect(await listGroups()).toEqual(before);
  });

  test("that a tool's tiers name is not deleted, and its new name goes into the tiers", async () => {
    const id = await group("on-call");
    const tiers = [{ group: "on-call", waitSeconds: 60 }];
    await setTools([{ name: "page_somebody", tiers }], OPERATOR);
    expect(await deleteGroup(id, OPERATOR)).toMatchObject({ refusal: { code: "group_in_use" } });
    expect(await renameGroup(id, "night shift", OPERATOR)).toEqual({ ok: true });
    expect((await findTool("page_somebody")).tiers).toEqual([{ group: "night shift", waitSeconds: 60 }]);
    expect(await named("night shift")).toMatchObject({ id, tools: ["page_somebody"] });
    await setTools([{ name: "page_somebody", ...UNKNOWN_TOOL }], OPERATOR);
    expect(await deleteGroup(id, OPERATOR)).toEqual({ ok: true });
    expect(await named("night shift")).toBeUndefined();
    expect((await newestEvents(1))[0]?.kind).toBe("group.deleted");
  });

  test("is one for each name: of ten who create it at once, one does", async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => createGroup("only one", OPERATOR)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe("the file's groups", () => {
  test("are these and no others, with events for what changed alone", async () => {
    await Promise.all([person("x@file.co"), person("y@file.co")]);
    await setGroups([{ name: "support", members: ["X@file.co"] }], OPERATOR);
    expect((await listGroups()).map(({ name, members }) => [name, members.map(({ email }) => email)])).toEqual([
      ["support", ["x@file.co"]],
    ]);
    const before = await database().auditEvent.count();
    await setGroups([{ name: "support", members: ["x@file.co"] }], OPERATOR);
    expect(await database().auditEvent.count()).toBe(before);
    await setGroups(
      [
        { name: "support", members: ["x@file.co", "y@file.co"] },
        { name: "finance", members: [] },
      ],
      OPERATOR,
    );
    expect(await newestEvents(2)).toMatchObject([
      { kind: "group.members_changed", data: { added: ["y@file.co"], removed: [], source: "file" } },
      { kind: "group.created", data: { name: "finance", source: "file" } },
    ]);
  });

  test("with an unknown e-mail, a name twice or a group in use change nothing, and the fault is named", async () => {
    await setGroups([{ name: "kept", members: [] }], OPERATOR);
    await setTools([{ name: "asks_kept", tiers: [{ group: "kept", waitSeconds: 60 }] }], OPERATOR);
    const before = await listGroups();
    const refused: [{ name: string; members: string[] }[], RegExp][] = [
      [[{ name: "new", members: ["nobody@file.co"] }], /^group new: nobody has the e-mail nobody@file\.co$/],
      [[{ name: "new", members: ["x@file.co", "X@file.co"] }], /^group new: names a member twice$/],
      [
        [
          { name: "kept", members: [] },
          { name: "kept", members: [] },
        ],
        /^group name: comes twice/,
      ],
      [[{ name: "new", members: [] }], /^group kept: .*asks_kept/],
    ];
    for (const [list, fault] of refused) await expect(setGroups(list, OPERATOR)).rejects.toThrow(fault);
    expect(await listGroups()).toEqual(before);
  });
});
