import { beforeAll, describe, expect, test } from "vitest";
import { query } from "@/lib/ops/testing/database";
import { rest } from "@/lib/wire/in-process-rest";
import { type Agent, ask, type Cast, context, countAll, decide, makeAgent, makeCast } from "./fixtures";
import { type ListRequest, listForCaller, listForConsole } from "./list-confirmations";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** Adds copies of one confirmation, as if they had been asked one after another. */
async function copies(agent: Agent, count: number): Promise<string[]> {
  const { id } = await ask(agent);
  const rows = await query<{ id: string }>(
    `INSERT INTO confirmation
     SELECT (jsonb_populate_record(c, jsonb_build_object(
       'id', overlay(c.id::text placing lpad(to_hex(n), 4, '0') from 15 for 4)::uuid
     ))).* FROM confirmation AS c, generate_series(28673, 28672 + $2::int) AS n WHERE c.id = $1 RETURNING id`,
    [id, count - 1],
  );
  return [id, ...rows.map((row) => row.id)];
}

describe("UI-07: paging through what changes meanwhile", () => {
  test("shows every request that is still pending once and none twice, though five of the first page were decided", async () => {
    const agent = await makeAgent("pager");
    const all = await copies(agent, 45);
    const page = async (cursor?: string) => {
      const path = `/confirmations?state=pending&agent=${agent.name}&limit=20${cursor ? `&cursor=${cursor}` : ""}`;
      const { json } = await rest("GET", path, { as: cast.reviewer.token });
      return { ids: json.data.map(({ id }: { id: string }) => id) as string[], next: json.next_cursor as string };
    };
    const first = await page();
    const decided = first.ids.slice(3, 8);
    for (const id of decided) await decide(cast.reviewer, id, "deny");
    const second = await page(first.next);
    // Filed after the first page was read: not skipped over, not pushed into the pages that follow.
    await ask(agent);
    const third = await page(second.next);
    const seen = [...first.ids, ...second.ids, ...third.ids];
    expect(seen).toHaveLength(45);
    expect(new Set(seen)).toEqual(new Set(all));
    expect(third.next).toBeUndefined();
  });

  test("does so as well where what closes first comes first, and many close at the same instant", async () => {
    const agent = await makeAgent("closer");
    const all = await copies(agent, 45);
    const seen: string[] = [];
    let after: ListRequest["after"];
    do {
      const page = await listForConsole(context(cast.reviewer), {
        state: "pending",
        agentId: agent.id,
        sort: "closes",
        limit: 7,
        after,
      });
      seen.push(...page.rows.map(({ confirmation }) => confirmation.id));
      if (seen.length === 14) for (const id of seen.slice(0, 5)) await decide(cast.reviewer, id, "approve");
      after = page.next ?? undefined;
    } while (after);
    expect(seen.sort()).toEqual(all.sort());
  });

  test("ends with a page that is exactly full, without an empty one after it", async () => {
    const agent = await makeAgent("exact");
    await copies(agent, 10);
    const { json } = await rest("GET", "/confirmations?limit=10", { as: agent.key });
    expect([json.data.length, json.next_cursor]).toEqual([10, undefined]);
  });
});

describe("UI-09: searching", () => {
  test("is literal: no character is a wildcard, and what was escaped in JSON is found as it reads", async () => {
    const agent = await makeAgent("searcher");
    const texts = ["100%", "100 items", "a_b", "axb", "back\\slash", 'say "hi"', "Grüße 🚀", "first\nsecond"];
    const ids = new Map<string, string>();
    for (const note of texts)
      ids.set(note, (await ask(agent, { tool: "note", arguments: JSON.stringify({ note }) })).id);
    const escaped = await ask(agent, { tool: "note", arguments: '{"note":"\\u0047r\\u00fc\\u00dfe"}' });
    const found = async (text: string) => {
      const { rows } = await listForCaller(context(agent), { text, limit: 200 });
      return rows.map(({ confirmation }) => confirmation.id).sort();
    };
    const only = (...notes: string[]) => notes.map((note) => ids.get(note)).sort();
    expect(await found("%")).toEqual(only("100%"));
    expect(await found("100%")).toEqual(only("100%"));
    expect(await found("100")).toEqual(only("100%", "100 items"));
    expect(await found("_")).toEqual(only("a_b"));
    expect(await found("a_b")).toEqual(only("a_b"));
    expect(await found("\\")).toEqual(only("back\\slash"));
    expect(await found("back\\slash")).toEqual(only("back\\slash"));
    expect(await found('"hi"')).toEqual(only('say "hi"'));
    for (const word of ["grüße", "Grüße", "GRÜ"]) {
      expect(await found(word)).toEqual([...only("Grüße 🚀"), escaped.id].sort());
    }
    expect(await found("🚀")).toEqual(only("Grüße 🚀"));
    expect(await found("nothing of the kind")).toEqual([]);
  });

  test("SECR-01: finds no secret, because what is searched is masked", async () => {
    const agent = await makeAgent("keeper");
    const { id } = await ask(agent, { arguments: '{"conn":{"password":"qX-71a"},"amount":12}' });
    const search = async (q: string) =>
      (await rest("GET", `/confirmations?q=${q}`, { as: cast.admin.token })).json.data;
    expect(await search("qX-71a")).toEqual([]);
    expect((await rest("GET", `/confirmations/${id}`, { as: cast.admin.token })).text).not.toContain("qX-71a");
    expect((await rest("GET", `/confirmations/${id}`, { as: agent.key })).json.arguments.conn.password).toBe("qX-71a");
  });
});

describe("a list", () => {
  test("by a person changes no row and writes no event", async () => {
    await ask(cast.agent);
    const stamp = () => query("SELECT id, xmin::text, state FROM confirmation ORDER BY id");
    const [rows, counts] = [await stamp(), await countAll()];
    for (const path of ["", "?state=pending", "?q=refund", "?tool=issue_refund&limit=1", "?session=none"]) {
      expect((await rest("GET", `/confirmations${path}`, { as: cast.auditor.token })).status).toBe(200);
    }
    expect([await stamp(), await countAll()]).toEqual([rows, counts]);
  });

  test("filters by tool, session, state and agent, by its name or its id", async () => {
    const agent = await makeAgent("filtered");
    const { id } = await ask(agent, { tool: "only_here", session: "s-filter" });
    await ask(agent, { tool: "elsewhere", session: "s-other" });
    for (const filter of [
      "tool=only_here",
      "session=s-filter",
      `agent=${agent.name}&tool=only_here`,
      `agent=${agent.id}&session=s-filter&state=pending`,
    ]) {
      const { json } = await rest("GET", `/confirmations?${filter}`, { as: cast.reviewer.token });
      expect(json.data.map((each: { id: string }) => each.id)).toEqual([id]);
    }
    const none = await rest("GET", "/confirmations?tool=only_here&state=denied", { as: cast.reviewer.token });
    expect(none.json.data).toEqual([]);
  });
});
