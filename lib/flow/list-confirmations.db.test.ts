import { beforeAll, describe, expect, test } from "vitest";
import { UNKNOWN_TOOL } from "@/lib/kernel/tool";
import { setTools } from "@/lib/store/tools";
import { readCursor, writeCursor } from "@/lib/wire/cursor";
import { type Agent, ask, context, makeAgent, makePerson, type Person } from "./fixtures";
import { type ListRequest, listForConsole } from "./list-confirmations";

let reviewer: Person;
let agent: Agent;
beforeAll(async () => {
  reviewer = await makePerson("Rita", "reviewer");
  agent = await makeAgent("lister");
  const risks = { list_low: "low", list_medium: "medium", list_high: "high", list_critical: "critical" } as const;
  await setTools(
    Object.entries(risks).map(([name, risk]) => ({ ...UNKNOWN_TOOL, name, risk })),
    { kind: "operator", name: "test" },
  );
});

async function list(request: Partial<ListRequest>) {
  return listForConsole(context(reviewer), { state: "pending", agentId: agent.id, limit: 50, ...request });
}

describe("the list by risk", () => {
  test("puts the gravest first, the unknown beside the medium, and skips and repeats nothing from page to page", async () => {
    const filed: string[] = [];
    // The later ones close earlier, so that neither age nor window gives the order away.
    for (const [at, tool] of ["low", "unknown", "high", "medium", "critical", "low", "high", "medium"].entries()) {
      const asked = await ask(agent, { tool: `list_${tool}`, decisionWindowSeconds: 86_400 - at * 60 });
      filed.push(asked.id);
    }
    const seen: { id: string; tool: string; closes: number }[] = [];
    let cursor: string | undefined;
    do {
      const after = readCursor(cursor, "risk");
      if (!after.ok) throw new Error("the list refused its own cursor");
      const page = await list({ sort: "risk", limit: 3, after: after.cursor });
      for (const { confirmation: c } of page.rows) {
        seen.push({ id: c.id, tool: c.tool, closes: c.decidableUntil.getTime() });
      }
      cursor = writeCursor(page.next);
    } while (cursor);

    expect(seen.map(({ tool }) => tool)).toEqual([
      "list_critical",
      "list_high",
      "list_high",
      "list_medium",
      "list_medium",
      "list_unknown",
      "list_low",
      "list_low",
    ]);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(filed));
    for (const [before, after] of [
      [0, 0],
      [1, 2],
      [3, 4],
      [4, 5],
      [6, 7],
    ] as const) {
      expect(seen[before]?.closes).toBeLessThanOrEqual(seen[after]?.closes ?? 0);
    }
  });

  test("refuses a cursor of another order", async () => {
    const page = await list({ sort: "closes", limit: 1 });
    expect(readCursor(writeCursor(page.next), "risk").ok).toBe(false);
  });

  test("loses nothing where a tool's risk is changed between two pages: the list begins anew in its new order, and says so", async () => {
    const other = await makeAgent("re-lister");
    const filed: string[] = [];
    for (const [at, tool] of ["critical", "high", "high", "low", "low", "low"].entries()) {
      filed.push((await ask(other, { tool: `list_${tool}`, decisionWindowSeconds: 86_400 - at * 60 })).id);
    }
    const operator = { kind: "operator", name: "test" } as const;
    const pageAfter = async (cursor: string | undefined) => {
      const after = readCursor(cursor, "risk");
      if (!after.ok) throw new Error("the list refused its own cursor");
      const page = await list({ agentId: other.id, sort: "risk", limit: 2, after: after.cursor });
      return { ...page, ids: page.rows.map(({ confirmation: { id } }) => id), cursor: writeCursor(page.next) };
    };
    const first = await pageAfter(undefined);
    const second = await pageAfter(first.cursor);
    expect([first.reordered, second.reordered]).toEqual([false, false]);
    // The low ones, which no page has reached but one, become the gravest: their places are now before the cursor.
    await setTools([{ ...UNKNOWN_TOOL, name: "list_low", risk: "critical" }], operator);
    const met = new Set([...first.ids, ...second.ids]);
    const flags: boolean[] = [];
    for (let cursor = second.cursor; cursor; ) {
      const page = await pageAfter(cursor);
      for (const id of page.ids) met.add(id);
      flags.push(page.reordered);
      cursor = page.cursor;
    }
    expect(met).toEqual(new Set(filed));
    expect(flags).toEqual([true, false, false]);
    // A change that is none to the order, such as of a description, begins nothing anew.
    const again = await pageAfter(undefined);
    await setTools([{ ...UNKNOWN_TOOL, name: "list_low", risk: "critical", description: "said anew" }], operator);
    expect((await pageAfter(again.cursor)).reordered).toBe(false);
  });
});

describe("the list's filters", () => {
  test("by session, target, subject, group and ids each find exactly what carries that very value", async () => {
    const marked = await ask(agent, {
      session: "s-1",
      target: "prod",
      onBehalfOf: "ada@example.com",
      turnGroup: "turn-9",
    });
    await ask(agent, { session: "s-10", target: "prod-2", onBehalfOf: "ada@example.com.au", turnGroup: "turn-90" });
    const filters: Partial<ListRequest>[] = [
      { session: "s-1" },
      { target: "prod" },
      { onBehalfOf: "ada@example.com" },
      { turnGroup: "turn-9" },
      { ids: [marked.id] },
    ];
    for (const filter of filters) {
      const { rows } = await list(filter);
      expect(
        rows.map(({ confirmation }) => confirmation.id),
        JSON.stringify(filter),
      ).toEqual([marked.id]);
    }
  });
});
