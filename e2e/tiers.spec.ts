import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { LOCALE_COOKIE } from "@/components/i18n/locale";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import type { SeededPerson } from "@/lib/ops/testing/seeded";
import { onRecord, rest, signIn, submit } from "./console-stage";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const word = () => Math.random().toString(36).slice(2, 8);

async function sql<T extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: consoleUnderTest().databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function group(name: string, members: SeededPerson[]): Promise<string> {
  const [row] = await sql<{ id: string }>(
    "INSERT INTO person_group (id, name, created_at) VALUES (gen_random_uuid(), $1, countersign_now()) RETURNING id",
    name,
  );
  for (const { id } of members)
    await sql("INSERT INTO group_member (group_id, person_id) VALUES ($1, $2)", row?.id, id);
  return name;
}

/** A tool that is put to these groups, one after the other, and needs so many approvals. */
async function tool(tiers: string[], approvals = 1, waitSeconds = 3_600): Promise<string> {
  const name = `tiered_${word()}`;
  const stored = JSON.stringify(tiers.map((each) => ({ group: each, wait_seconds: waitSeconds })));
  await sql("INSERT INTO tool (name, tiers, approvals) VALUES ($1, $2, $3)", name, stored, approvals);
  return name;
}

async function signedIn(browser: Browser, person: SeededPerson, at: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page, person, at);
  return page;
}

/** Nothing that axe can see, in either theme. */
async function expectNoViolations(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
    expect(violations.map(({ id, nodes }) => [theme, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

test("whoever is not asked yet sees who is and since when, and has it in their inbox only among all that is pending", async ({
  browser,
}) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const [first, second] = [
    await group(`support ${word()}`, [seeded.otherReviewer]),
    await group(`on call ${word()}`, [seeded.reviewer]),
  ];
  const name = await tool([first, second]);
  const { id } = await submit({ tool: name, arguments: { amount: 40 } });

  const waits = await signedIn(browser, seeded.reviewer, `/confirmations/${id}`);
  const asked = waits.getByRole("region", { name: "Who is asked" });
  await expect(asked.getByRole("listitem").filter({ hasText: first })).toContainText("asked now");
  await expect(asked.getByRole("listitem").filter({ hasText: second })).toContainText("asked as well from");
  await expect(waits.getByText("You are not among those who are asked now.")).toBeVisible();
  await expect(waits.getByText(`Next, ${second} is asked`)).toBeVisible();
  await expect(waits.getByRole("button", { name: "Approve", exact: false })).toHaveCount(0);
  await expectNoViolations(waits);

  await waits.goto(`${baseUrl}/inbox?tool=${name}`);
  await expect(waits.getByText("Nothing matches")).toBeVisible();
  await waits.getByRole("combobox", { name: "Show" }).selectOption("all");
  await expect(waits.getByText("not yours to decide")).toBeVisible();
  await expectNoViolations(waits);

  // Its instant comes; nothing sweeps here.
  await sql("UPDATE confirmation_tier SET asks_at = countersign_now() WHERE confirmation_id = $1 AND position = 2", id);
  await waits.goto(`${baseUrl}/confirmations/${id}`);
  await waits.getByRole("button", { name: /^Approve/ }).click();
  await expect(waits.getByText(/Approved by you/i).first()).toBeVisible();
  expect((await onRecord(id)).state).toBe("approved");
});

test("two must approve: the first is told that more are needed, the second decides, and an edit begins anew", async ({
  browser,
}) => {
  const { seeded } = consoleUnderTest();
  const name = await tool([], 2);
  const { id } = await submit({ tool: name, arguments: { amount: 40 } });
  const first = await signedIn(browser, seeded.reviewer, `/confirmations/${id}`);
  await expect(first.getByText("Nobody has approved it yet; 2 people must.")).toBeVisible();
  await expect(first.getByText("1 more must approve before it can run.")).toBeVisible();
  await first.getByRole("button", { name: /^Approve/ }).click();
  await expect(first.getByText("You have approved it. It runs only when the others have, too.")).toBeVisible();
  expect((await onRecord(id)).state).toBe("pending");
  await expectNoViolations(first);

  await rest("POST", `/confirmations/${id}/decision`, seeded.admin.token, {
    verdict: "approve",
    arguments: { amount: 20 },
  });
  await expect(first.getByText("One of those who approve changed these arguments.", { exact: false })).toBeVisible();
  await expect(first.getByRole("region", { name: "Approvals" })).toContainText("Ada");
  await first.getByRole("button", { name: /^Approve/ }).click();
  await expect(first.getByText(/Approved by you/i).first()).toBeVisible();
  expect(await onRecord(id)).toMatchObject({ state: "approved", effective_arguments: { amount: 20 } });
});

test("nobody can decide their own request on the page, and is told why", async ({ browser }) => {
  const { seeded } = consoleUnderTest();
  const { id } = await submit({
    tool: `own_${word()}`,
    arguments: {},
    on_behalf_of: `Ada <${seeded.admin.email.toUpperCase()}>`,
  });
  const page = await signedIn(browser, seeded.admin, `/confirmations/${id}`);
  await expect(page.getByText("another person has to decide", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Approve|Deny|Edit|Break)/ })).toHaveCount(0);
});

test("an admin breaks the glass with a reason, which is told in the history", async ({ browser }) => {
  const { seeded } = consoleUnderTest();
  const name = await tool([await group(`finance ${word()}`, [seeded.otherReviewer])], 2);
  const { id } = await submit({ tool: name, arguments: { amount: 40 } });
  const page = await signedIn(browser, seeded.admin, `/confirmations/${id}`);
  await page.getByRole("button", { name: "Break glass…" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide alone?" });
  await expect(dialog).toContainText("every admin is alerted");
  await dialog.getByRole("button", { name: "Approve alone" }).click();
  await expect(dialog.getByText("Say why, in words that can be seen.", { exact: false })).toBeVisible();
  expect((await onRecord(id)).state).toBe("pending");
  await expectNoViolations(page);
  await dialog.getByLabel("Why this cannot wait").fill("The customer stands at the desk.");
  await dialog.getByRole("button", { name: "Approve alone" }).click();
  await expect(dialog).toBeHidden();
  expect((await onRecord(id)).state).toBe("approved");
  await expect(page.getByText("break-glass", { exact: true })).toBeVisible();
  await expect(page.getByText("decided past tiers and approvals", { exact: false })).toBeVisible();
});

for (const [language, words] of [
  ["zh-Hans", ["询问对象", "批准"]],
  ["zh-Hant", ["詢問對象", "核准"]],
] as const) {
  test(`who is asked and who approved is told in ${language}`, async ({ browser }) => {
    const { seeded } = consoleUnderTest();
    const name = await tool([await group(`team ${word()}`, [seeded.reviewer])], 2);
    const { id } = await submit({ tool: name, arguments: {} });
    const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: language, url: consoleUnderTest().baseUrl }]);
    await page.goto(`${consoleUnderTest().baseUrl}/sign-in?callbackUrl=${encodeURIComponent(`/confirmations/${id}`)}`);
    await page.locator("input[type=email]").fill(seeded.reviewer.email);
    await page.locator("input[type=password]").fill(seeded.reviewer.password);
    await page.locator("button[type=submit]").click();
    for (const title of words) await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
    await expectNoViolations(page);
  });
}
