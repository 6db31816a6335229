import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import type { SeededPerson } from "@/lib/ops/testing/seeded";
import { onRecord, signIn, submit } from "./console-stage";

const word = () => Math.random().toString(36).slice(2, 8);

async function run(sql: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: consoleUnderTest().databaseUrl });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

async function signedIn(browser: Browser, person: SeededPerson, at: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person, at);
  return page;
}

/** A tool whose one tier asks a group that is not there: a request for it has nobody to ask, and then expires. */
async function unanswered(): Promise<{ tool: string; id: string }> {
  const tool = `unanswered_${word()}`;
  await run("INSERT INTO tool (name, tiers) VALUES ($1, $2)", tool, '[{"group":"nobody-at-all","wait_seconds":1}]');
  const { id } = await submit({ tool, arguments: { n: 1 }, decision_window: "2s", wait_window: "1s" });
  await expect.poll(async () => (await onRecord(id)).state, { timeout: 15_000 }).toBe("expired");
  return { tool, id };
}

async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    found.push(...violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes.map(({ target }) => target).join(" ")}`));
  }
  return found;
}

test("an admin acknowledges what expired and what had nobody to ask, by keyboard; the page then says who did", async ({
  browser,
}) => {
  const { seeded } = consoleUnderTest();
  const { tool } = await unanswered();
  const page = await signedIn(browser, seeded.admin, "/inbox");
  await page.getByRole("link", { name: "Alerts" }).click();
  const region = (name: string) => page.getByRole("region", { name });
  const row = (name: string) => region(name).getByRole("listitem").filter({ hasText: tool }).first();
  await expect(row("Expired without a decision")).toContainText("nobody-at-all nobody could decide");
  await expect(row("Open alerts")).toContainText("nobody in nobody-at-all can decide");
  expect(await faults(page)).toEqual([]);
  for (const [list, kind] of [
    ["Expired without a decision", "expired without a decision"],
    ["Open alerts", "nobody to ask"],
  ] as const) {
    await row(list).getByRole("button", { name: "Acknowledge" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Acknowledged, in your name." })).toBeVisible();
    await expect(row(list)).toHaveCount(0);
    const below = region("Acknowledged").getByRole("listitem").filter({ hasText: tool }).filter({ hasText: kind });
    await expect(below).toContainText(seeded.admin.name);
  }
});

test("who comes second is told who acknowledged it", async ({ browser }) => {
  const { seeded } = consoleUnderTest();
  const { tool, id } = await unanswered();
  const page = await signedIn(browser, seeded.admin, "/alerts");
  const row = page.getByRole("region", { name: "Open alerts" }).getByRole("listitem").filter({ hasText: tool });
  await expect(row).toBeVisible();
  await run(
    `UPDATE alert SET acknowledged_at = countersign_now(), acknowledged_by_id = $2, acknowledged_by_name = 'Somebody Else'
     WHERE confirmation_id = $1`,
    id,
    seeded.otherReviewer.id,
  );
  await row.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Somebody Else acknowledged it at" })).toBeVisible();
});

test("an auditor reads it and has no buttons; a reviewer has no such place; a phone has room for it", async ({
  browser,
}) => {
  const { seeded } = consoleUnderTest();
  const { tool } = await unanswered();
  const auditor = await signedIn(browser, seeded.auditor, "/alerts");
  await expect(auditor.getByText(tool).first()).toBeVisible();
  await expect(auditor.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  await auditor.setViewportSize({ width: 390, height: 844 });
  const wide = await auditor.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  expect(await faults(auditor)).toEqual([]);
  const reviewer = await signedIn(browser, seeded.reviewer, "/alerts");
  await expect(reviewer.getByText("Only admins and auditors see")).toBeVisible();
  await expect(reviewer.getByText(tool)).toHaveCount(0);
  await expect(reviewer.getByRole("link", { name: "Alerts" })).toHaveCount(0);
});
