import { expect, type Page, test } from "@playwright/test";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { onRecord, rest, signIn, submit } from "./console-stage";
import { applyTools } from "./tools";

/** Every test files rows under a tool's name of its own, so that tests can share one console. */
const toolName = (word: string) => `${word}_${Math.random().toString(36).slice(2, 8)}`;

const list = (page: Page) => page.getByRole("region", { name: "What can be decided" });
const rowsOf = (page: Page) => list(page).getByRole("listitem");
const bar = (page: Page) => page.getByRole("region", { name: "The selected" });

async function several(tool: string, count: number, extra: Record<string, unknown> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) ids.push((await submit({ tool, arguments: { n }, ...extra })).id);
  return ids;
}

function decided(id: string, verdict: "approve" | "deny", token: string) {
  return rest("POST", `/confirmations/${id}/decision`, token, { verdict, reason: "elsewhere" });
}

/** The keys are heard once the page's script runs, which the list's rows tell. */
async function ready(page: Page, count: number) {
  await expect(rowsOf(page)).toHaveCount(count);
}

test("UI-01: what is open is never swapped for another, and a late click is told what stands", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("swap");
  const [a] = await several(tool, 1);
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  const pane = page.getByRole("region", { name: "The open confirmation" });
  await expect(pane.getByRole("row", { name: "n" })).toContainText("1");
  // The page hears nothing more, as if the answer were on its way when the person clicks.
  await page.route("**/api/console/**", (route) => route.abort());
  await submit({ tool, arguments: { n: 2 } });
  await submit({ tool, arguments: { n: 3 } });
  await decided(a ?? "", "deny", seeded.otherReviewer.token);
  await expect(pane.getByRole("row", { name: "n" })).toContainText("1");
  await pane.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(pane.getByText(`denied by ${seeded.otherReviewer.name}`).first()).toBeVisible();
  await expect(pane.getByRole("row", { name: "n" })).toContainText("1");
  expect((await onRecord(a ?? "")).state).toBe("denied");
});

test("UI-03: what is typed is never a decision, whatever arrives meanwhile, and the focus stays", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("typing");
  const ids = await several(tool, 2);
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  await ready(page, 2);

  const search = page.getByRole("searchbox", { name: "Search text, exactly as written" });
  await search.focus();
  await page.keyboard.type("yes please 1 ");
  ids.push(...(await several(tool, 1)));
  await page.keyboard.press("Enter");
  await page.keyboard.type("adexn?");
  await expect(search).toHaveValue("yes please 1 adexn?");
  await expect(search).toBeFocused();
  await search.fill("");

  await page.getByRole("button", { name: "Deny" }).click();
  const reason = page.getByLabel("Reason for denying");
  await expect(reason).toBeFocused();
  await page.keyboard.type("yes please 1 ");
  ids.push(...(await several(tool, 1)));
  await page.keyboard.press("Enter");
  await page.keyboard.type("aaa jk x ?");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue("yes please 1 \naaa jk x ?");
  await page.getByRole("button", { name: "Back" }).click();

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  for (const name of ["Tool", "Agent", "Session", "Subject", "Target", "Group"]) {
    await page.getByRole("form", { name: "Filter" }).getByLabel(name).fill("");
    await page.keyboard.type("a d");
  }
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const id of ids) expect((await onRecord(id)).state, id).toBe("pending");
});

test("UI-05: going back shows what stands, and a second approval is none", async ({ page }) => {
  const { baseUrl, seeded } = consoleUnderTest();
  const tool = toolName("back");
  const [a] = await several(tool, 1);
  await signIn(page, seeded.reviewer, `/confirmations/${a}`);
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByRole("region", { name: "Decide" }).getByText("approved by you").first()).toBeVisible();
  await page.goto(`${baseUrl}/history?tool=${tool}`);
  await page.goBack();
  await expect(page.getByRole("region", { name: "Decide" }).getByText("approved by you").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.goForward();
  const kept = page.getByRole("list", { name: "Confirmations, newest first" }).getByRole("listitem");
  await expect(kept.getByText("approved", { exact: true })).toBeVisible();
  const events = JSON.parse(await rest("GET", `/confirmations/${a}/events`, seeded.agent.key));
  expect(events.data.filter((event: { kind: string }) => event.kind === "confirmation.approved")).toHaveLength(1);
});

test("UI-07: going through a long list meets every row that is pending, none twice, while others are decided", async ({
  page,
}) => {
  test.setTimeout(150_000);
  const { seeded } = consoleUnderTest();
  const tool = toolName("paging");
  const ids = await several(tool, 65);
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}&sort=newest`);
  await expect(rowsOf(page).first()).toContainText("n 65", { timeout: 20_000 });
  for (const id of ids.slice(50, 55)) await decided(id, "deny", seeded.otherReviewer.token);

  // Each row the keys come to is noted in the page, so that pressing need not wait for reading.
  await page.evaluate(() => {
    const met: string[] = [];
    Object.assign(window, { met });
    const replace = window.history.replaceState.bind(window.history);
    window.history.replaceState = (...change) => {
      replace(...change);
      const open = new URL(window.location.href).searchParams.get("open");
      if (open && !met.includes(open)) met.push(open);
    };
  });
  const metSoFar = () => page.evaluate(() => (window as unknown as { met: string[] }).met);
  await rowsOf(page).first().getByRole("link").focus();
  await expect
    .poll(
      async () => {
        await page.keyboard.press("j");
        return (await metSoFar()).length;
      },
      { intervals: [10], timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(64);
  const met = await metSoFar();
  expect(met).toEqual([...ids].reverse().slice(1));
});

test("UI-09: the search takes every character as itself", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("literal");
  for (const note of ["100%", "100 items", "a_b", "axb", "back\\slash"]) await submit({ tool, arguments: { note } });
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  await ready(page, 5);
  const search = page.getByRole("searchbox", { name: "Search text, exactly as written" });
  for (const [text, found] of [
    ["%", "100%"],
    ["a_b", "a_b"],
    ["100%", "100%"],
    ["\\", "back\\slash"],
  ] as const) {
    await search.fill(text);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page).first()).toContainText(`note ${found}`);
  }
});

test("UI-11: several are decided by what was chosen: each is answered, and what came meanwhile is left alone", async ({
  page,
}) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("bulk");
  const good = await several(tool, 8);
  const own = await submit({ tool, arguments: { n: 9 }, on_behalf_of: seeded.reviewer.email });
  const brief = await submit({ tool, arguments: { n: 10 }, decision_window: "20s" });
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  // What is asked on one's own behalf is another's to decide, and not in the list.
  await ready(page, 9);
  await rowsOf(page).first().getByRole("checkbox").check();
  // "All" is what was seen: the last rows are below the fold, and are not offered before they were in sight.
  await expect(bar(page).getByRole("button", { name: "Select the 9 you have seen" })).toHaveCount(0);
  await rowsOf(page).last().scrollIntoViewIfNeeded();
  await bar(page).getByRole("button", { name: "Select the 9 you have seen" }).click();
  await expect(bar(page)).toContainText("9 selected");

  const later = await several(tool, 3);
  await expect(page.getByRole("button", { name: "3 new · show" })).toBeVisible();
  await expect(bar(page)).toContainText("9 selected");
  await expect(rowsOf(page).filter({ hasText: "expired, nobody decided in time" })).toHaveCount(1, { timeout: 25_000 });

  await bar(page).getByRole("button", { name: "Approve…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve these 9?" });
  await expect(dialog).toContainText("This cannot be undone.");
  await expect(dialog.getByRole("listitem")).toHaveCount(9);
  await dialog.getByRole("button", { name: "Approve 9" }).click();
  const answers = page.getByRole("dialog", { name: "What came of each" });
  await expect(answers.getByText("approved by you")).toHaveCount(8);
  await expect(answers.getByText("expired, nobody decided in time")).toHaveCount(1);
  await answers.getByRole("button", { name: "Close" }).click();
  await expect(bar(page)).toHaveCount(0);

  for (const id of good) expect((await onRecord(id)).state).toBe("approved");
  expect((await onRecord(brief.id)).state).toBe("expired");
  for (const id of [own.id, ...later]) expect((await onRecord(id)).state).toBe("pending");
});

test("UI-13: list, header, badge, REST and audit agree at once about a denial", async ({ page, browser }) => {
  const { baseUrl, seeded } = consoleUnderTest();
  const tool = toolName("agree");
  const [a] = await several(tool, 1);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, seeded.otherReviewer, `/inbox?tool=${tool}`);
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  await ready(page, 1);
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByLabel("Reason for denying").fill("no");
  await page.getByRole("button", { name: "Deny" }).click();
  const pane = page.getByRole("region", { name: "The open confirmation" });
  await expect(pane.getByRole("region", { name: "Decide" })).toContainText("denied by you");
  await expect(rowsOf(page).first()).toContainText("denied by you: “no”", { timeout: 1_000 });
  await expect(rowsOf(other).first()).toContainText(`denied by ${seeded.reviewer.name}: “no”`, { timeout: 3_000 });
  expect((await onRecord(a ?? "")).state).toBe("denied");
  await page.goto(`${baseUrl}/inbox?tool=${tool}`);
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.goto(`${baseUrl}/audit?confirmation=${a}`);
  await expect(page.getByRole("main")).toContainText("denied");
  await other.context().close();
});

test("two browsers race for one row: one decides, and the other is told who", async ({ page, browser }) => {
  const { seeded } = consoleUnderTest();
  const [a] = await several(toolName("race"), 1);
  const other = await (await browser.newContext()).newPage();
  await Promise.all([
    signIn(page, seeded.reviewer, `/confirmations/${a}`),
    signIn(other, seeded.otherReviewer, `/confirmations/${a}`),
  ]);
  const approve = (each: Page) => each.getByRole("button", { name: "Approve", exact: true });
  await Promise.all([expect(approve(page)).toBeEnabled(), expect(approve(other)).toBeEnabled()]);
  await Promise.all([approve(page).click(), approve(other).click()]);
  const told = (each: Page, by: string) =>
    each.getByRole("region", { name: "Decide" }).getByText(`approved by ${by}`).first();
  await expect(told(page, "you").or(told(page, seeded.otherReviewer.name))).toBeVisible();
  await expect(told(other, "you").or(told(other, seeded.reviewer.name))).toBeVisible();
  const wins = [await told(page, "you").count(), await told(other, "you").count()];
  expect(wins.sort()).toEqual([0, 1]);
  const events = JSON.parse(await rest("GET", `/confirmations/${a}/events`, seeded.agent.key));
  expect(events.data.filter((event: { kind: string }) => event.kind === "confirmation.approved")).toHaveLength(1);
  await other.context().close();
});

test("a row decided elsewhere stays under the pointer, and a click on it decides nothing", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("vanish");
  const [a, b] = await several(tool, 2);
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  await ready(page, 2);
  const first = rowsOf(page).first();
  const before = await first.boundingBox();
  await first.getByRole("link").hover();
  await decided(a ?? "", "deny", seeded.otherReviewer.token);
  await expect(first).toContainText(`denied by ${seeded.otherReviewer.name}`);
  expect((await first.boundingBox())?.y).toBe(before?.y);
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  expect((await onRecord(b ?? "")).state).toBe("pending");
});

test("a key does nothing on a row that came up a moment ago, nor once the shortcuts are off", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("steady");
  const ids = await several(tool, 2);
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  await ready(page, 2);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("approve, in two steps")).toBeVisible();
  // Under a dialog the keys of the page are still.
  await page.keyboard.press("j");
  await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("x");
  await expect(bar(page)).toHaveCount(0);
  await page.reload();
  await ready(page, 2);
  await page.keyboard.press("x");
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Keyboard shortcuts: Shortcuts are off" }).click();
  await help.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  for (const id of ids) expect((await onRecord(id)).state).toBe("pending");
});

test("by keyboard alone, from the sign-in to a decision", async ({ page }) => {
  const { baseUrl, seeded } = consoleUnderTest();
  const tool = toolName("keys");
  const [first, second] = await several(tool, 2);
  await page.goto(`${baseUrl}/sign-in?callbackUrl=${encodeURIComponent(`/inbox?tool=${tool}`)}`);
  await page.getByLabel("Email").focus();
  await page.keyboard.type(seeded.reviewer.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(seeded.reviewer.password);
  await page.keyboard.press("Enter");
  await ready(page, 2);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`open=${second}`));
  await expect(page.getByRole("button", { name: "Deny" })).toBeEnabled();
  await expect
    .poll(async () => {
      await page.keyboard.press("d");
      return page.getByLabel("Reason for denying").isVisible();
    })
    .toBe(true);
  await page.keyboard.type("not now");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Decide" }).getByText("denied by you").first()).toBeVisible();
  expect((await onRecord(second ?? "")).decision?.reason).toBe("not now");
  expect((await onRecord(first ?? "")).state).toBe("pending");
});

test("new requests while the page is out of sight are told of in one notification, which decides nothing", async ({
  page,
  context,
}) => {
  const { baseUrl, seeded } = consoleUnderTest();
  await context.grantPermissions(["notifications"], { origin: baseUrl });
  await signIn(page, seeded.reviewer);
  await page.getByRole("button", { name: "Notify me of new requests" }).click();
  await expect(page.getByRole("button", { name: "Notifications are on: turn off" })).toBeVisible();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
  await several(toolName("notify"), 3);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return ((await registration?.getNotifications()) ?? []).map(({ title }) => title);
    });
  await expect.poll(async () => (await shown()).length, { timeout: 15_000 }).toBe(1);
  expect((await shown())[0]).toMatch(/^\d+ new requests? to decide$/);
});

test("SHOW-01: a row says that letters in it pass for others, as it says of those that cannot be seen", async ({
  page,
}) => {
  const { seeded } = consoleUnderTest();
  const tool = toolName("alike");
  await submit({ tool, arguments: { a: 1, b: 2, c: 3, d: 4, to: "billing@ex\u0430mple.org" } });
  await submit({ tool, arguments: { to: "billing@exam\u2060ple.org" } });
  await submit({ tool, arguments: { to: "Привет" }, reasoning: "one\ntwo" });
  await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
  await ready(page, 3);
  await expect(rowsOf(page).nth(0)).toContainText("look-alike letters");
  await expect(rowsOf(page).nth(1)).toContainText("invisible characters");
  await expect(rowsOf(page).nth(2)).not.toContainText(/look-alike|invisible/);
});

test("where a tool's risk is changed under a list by risk, the rows stand still, it is said, and a click puts them in order", async ({
  page,
}) => {
  const { seeded } = consoleUnderTest();
  const [low, high] = [toolName("low"), toolName("high")];
  const session = toolName("risky");
  await applyTools([
    { name: low, risk: "low" },
    { name: high, risk: "high" },
  ]);
  await submit({ tool: low, session, arguments: { n: 1 } });
  await submit({ tool: high, session, arguments: { n: 2 } });
  await signIn(page, seeded.reviewer, `/inbox?session=${session}&sort=risk`);
  await ready(page, 2);
  await expect(rowsOf(page).first()).toContainText(high);
  await applyTools([{ name: low, risk: "critical" }]);
  await submit({ tool: low, session: `${session}-other`, arguments: { n: 3 } });
  await expect(page.getByText("these rows no longer stand in order. None is left out.")).toBeVisible();
  await expect(rowsOf(page).first()).toContainText(high);
  await page.getByRole("button", { name: "Put in order" }).click();
  await expect(rowsOf(page).first()).toContainText(low);
  await expect(page.getByText("no longer stand in order")).toHaveCount(0);
});
