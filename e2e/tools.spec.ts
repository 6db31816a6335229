import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { LOCALE_COOKIE, LOCALES } from "@/components/i18n/locale";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { rest, signIn } from "./console-stage";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const fresh = () => `tool_${Math.random().toString(36).slice(2, 8)}`;

/** Describes a tool by the page, and comes out at the list. */
async function describeTool(page: Page, name: string): Promise<void> {
  await page.goto(`${consoleUnderTest().baseUrl}/tools`);
  await page.getByRole("link", { name: "Describe a tool" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Risk").selectOption("high");
  await page.getByLabel("JSON Schema").fill('{"type":"object","required":["amount"]}');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name, exact: true }).waitFor();
}

test("an admin describes a tool, and what it asks for is held against it from then on", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = fresh();
  await signIn(page, seeded.admin, "/tools");
  await describeTool(page, tool);
  await expect(page.getByRole("row", { name: new RegExp(`${tool}.*high risk.*any reviewer.*enabled`) })).toBeVisible();
  const ask = (body: object) => rest("POST", "/confirmations", seeded.agent.key, { tool, ...body });
  await expect(ask({ arguments: {} })).rejects.toThrow(/422.*arguments_invalid/);
  expect(JSON.parse(await ask({ arguments: { amount: 1 } })).state).toBe("pending");

  await page.getByRole("link", { name: tool, exact: true }).click();
  await page.getByLabel("Disabled").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: new RegExp(`${tool}.*disabled`) })).toBeVisible();
  expect(JSON.parse(await ask({ arguments: { amount: 1 } }))).toMatchObject({
    state: "denied",
    decision: { reason_code: "tool_disabled" },
  });
});

test("what cannot stand is refused by name, and what was typed stays", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = fresh();
  await signIn(page, seeded.admin, "/tools");
  await describeTool(page, tool);
  await page.getByRole("link", { name: tool, exact: true }).click();
  const refused = page.getByRole("alert").filter({ hasText: "Nothing was changed" });
  for (const [label, text, words] of [
    ["Approvals needed", "11", "approvals"],
    ["Decision window", "90", "windows.decision"],
    ["JSON Schema", '{"type":"nonsense"}', "schema"],
    ["Masked for people", "card", "masked.0"],
  ] as const) {
    const field = page.getByLabel(label);
    const before = await field.inputValue();
    await field.fill(text);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(refused).toContainText(words);
    await expect(field).toHaveValue(text);
    await field.fill(before);
  }
});

test("a tool is removed in two steps, and is then one that nobody has described", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = fresh();
  await signIn(page, seeded.admin, "/tools");
  await describeTool(page, tool);
  await page.getByRole("link", { name: tool, exact: true }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.waitForURL((url) => url.pathname === "/tools");
  await expect(page.getByRole("link", { name: tool, exact: true })).toHaveCount(0);
});

test("an admin sets the gate's limits; what is no limit is refused", async ({ page }) => {
  const { seeded, baseUrl } = consoleUnderTest();
  await signIn(page, seeded.admin, "/tools");
  const within = page.getByLabel("Within");
  const before = await within.inputValue();
  await within.fill("soon");
  await page.getByRole("button", { name: "Save the limits" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "deny.within" })).toBeVisible();
  await within.fill("11m");
  await page.getByRole("button", { name: "Save the limits" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "deny.within" })).toHaveCount(0);
  await expect
    .poll(async () => {
      await page.goto(`${baseUrl}/tools`);
      return within.inputValue();
    })
    .toBe("11m");
  await within.fill(before);
  await page.getByRole("button", { name: "Save the limits" }).click();
  await expect(page.getByText("Working…")).toHaveCount(0);
});

test("who is no admin reads the tools and the limits, and can change neither", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  await signIn(page, seeded.reviewer, "/tools");
  await expect(page.getByText("Only an admin changes them.")).toBeVisible();
  await expect(page.getByLabel("Within")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save the limits" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Describe a tool" })).toHaveCount(0);
});

async function faults(page: Page): Promise<string[]> {
  await page.locator("h1").first().waitFor();
  // As long as it is: what the bar at a phone's foot covers, scrolling uncovers.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
    for (const { id, nodes } of violations) for (const { target } of nodes) found.push(`${theme}: ${id} ${target}`);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wider > 0) found.push(`${theme}: ${wider} px wider than the window`);
  }
  await page.setViewportSize({ width, height });
  return found;
}

async function walk(browser: Browser, locale: string, width: number): Promise<void> {
  const { seeded, baseUrl } = consoleUnderTest();
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page, seeded.admin, "/tools");
  await describeTool(page, fresh());
  await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: baseUrl }]);
  const found: Record<string, string[]> = {};
  for (const path of ["/tools", "/tools/edit"]) {
    await page.goto(`${baseUrl}${path}`);
    await page.locator("form input").first().waitFor();
    found[path] = await faults(page);
  }
  await context.close();
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
}

for (const locale of LOCALES) {
  test(`the pages about tools have no fault that axe can see, light or dark: ${locale}`, async ({ browser }) => {
    await walk(browser, locale, 1280);
  });
}

test("the pages about tools have no fault that axe can see on a phone, and fit it", async ({ browser }) => {
  await walk(browser, "en", 390);
});
