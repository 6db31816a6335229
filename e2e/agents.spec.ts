import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { LOCALE_COOKIE, LOCALES } from "@/components/i18n/locale";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { rest, signIn } from "./console-stage";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const fresh = (name: string) => `${name}-${Math.random().toString(36).slice(2, 8)}`;
const ask = async (key: string, tool = "send_mail") =>
  JSON.parse(await rest("POST", "/confirmations", key, { tool, arguments: { to: "a@example.net" } }));

/** Adds an agent by the page, and answers with its key, which is shown once. */
async function addAgent(page: Page, name: string, tools = ""): Promise<string> {
  await page.goto(`${consoleUnderTest().baseUrl}/agents`);
  await page.getByRole("button", { name: "Add an agent" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Owner").selectOption({ label: "Rita · rita@example.com" });
  await page.getByLabel("Name of the key").fill("production");
  await page.getByLabel("Only for these tools").fill(tools);
  await page.getByRole("button", { name: "Add agent and make its key" }).click();
  const shown = page.getByRole("region", { name: `The new key of ${name}` });
  const key = (await shown.locator("code").textContent()) ?? "";
  expect(key).toMatch(/^csa_/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("code", { hasText: key })).toHaveCount(0);
  return key;
}

async function openAgent(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

test("an admin adds an agent with an owner and a key for one tool, which asks for that tool and no other", async ({
  page,
}) => {
  const { seeded } = consoleUnderTest();
  await signIn(page, seeded.admin, "/agents");
  const name = fresh("scoped");
  const key = await addAgent(page, name, "send_mail\n");
  expect((await ask(key)).state).toBe("pending");
  await expect(ask(key, "issue_refund")).rejects.toThrow(/403.*forbidden/);
  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(`${name}.*Rita.*1`) })).toBeVisible();
  await openAgent(page, name);
  await expect(page.getByText("only for send_mail")).toBeVisible();
});

test("a key is rotated with an overlap, by keyboard: the new one is shown once, and both work", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  await signIn(page, seeded.admin, "/agents");
  const name = fresh("rotated");
  const key = await addAgent(page, name);
  await openAgent(page, name);
  await page.getByRole("button", { name: "Rotate production" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rotate the key production" });
  await expect(dialog.getByRole("heading")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Make the new key" })).toBeFocused();
  await page.keyboard.press("Enter");
  const made = (await dialog.locator("code").textContent()) ?? "";
  expect(made).toMatch(/^csa_/);
  expect(made).not.toBe(key);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect((await ask(key)).state).toBe("pending");
  expect((await ask(made)).state).toBe("pending");
  await page.getByRole("button", { name: "Revoke production" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("revoked", { exact: true })).toBeVisible();
  await expect(ask(made)).rejects.toThrow(/401/);
});

test("the kill switch says what it will do, cancels what is pending, and shuts the agent out until it gets a new key", async ({
  page,
}) => {
  const { seeded, baseUrl } = consoleUnderTest();
  await signIn(page, seeded.admin, "/agents");
  const name = fresh("killed");
  const key = await addAgent(page, name);
  const [first, second] = [await ask(key), await ask(key)];
  const approved = await ask(key);
  await rest("POST", `/confirmations/${approved.id}/decision`, seeded.otherReviewer.token, { verdict: "approve" });
  await page.goto(`${baseUrl}/agents`);
  await openAgent(page, name);
  await page.getByRole("button", { name: "Disable agent" }).click();
  const dialog = page.getByRole("dialog", { name: `Disable ${name}?` });
  await expect(dialog).toContainText("2 pending confirmations are cancelled.");
  await expect(dialog).toContainText("1 approval that was not claimed can no longer be claimed.");
  await expect(dialog.getByRole("heading")).toBeFocused();
  await dialog.getByRole("button", { name: "Disable agent" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 pending confirmations were cancelled." })).toBeVisible();
  for (const { id } of [first, second]) {
    const on = JSON.parse(await rest("GET", `/confirmations/${id}`, seeded.reviewer.token));
    expect(on).toMatchObject({ state: "cancelled", decision: { reason_code: "agent_disabled", by: { name: "Ada" } } });
  }
  await expect(
    rest("POST", `/confirmations/${approved.id}/claim`, key, { arguments: { to: "a@example.net" } }),
  ).rejects.toThrow(/40[13]/);

  await page.getByRole("button", { name: "Enable again" }).click();
  await page.getByLabel("Name of the key").fill("after the incident");
  await page.getByRole("button", { name: "Enable and make a key" }).click();
  const made =
    (await page
      .getByRole("region", { name: `The new key of ${name}` })
      .locator("code")
      .textContent()) ?? "";
  expect((await ask(made)).state).toBe("pending");
  await expect(ask(key)).rejects.toThrow(/401/);
});

test("who is no admin reads the agents and finds nothing to change", async ({ page }) => {
  const { seeded, baseUrl } = consoleUnderTest();
  await signIn(page, seeded.auditor, "/agents");
  await expect(page.getByText("Only an admin changes them.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add an agent" })).toHaveCount(0);
  await page.goto(`${baseUrl}/agents/${seeded.agent.id}`);
  await expect(page.getByRole("heading", { level: 1, name: seeded.agent.name })).toBeVisible();
  await expect(page.getByRole("button", { name: /Disable|Rotate|Revoke|Add a key/ })).toHaveCount(0);
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
  await signIn(page, seeded.admin, "/agents");
  await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: baseUrl }]);
  const found: Record<string, string[]> = {};
  for (const path of ["/agents", `/agents/${seeded.otherAgent.id}`]) {
    await page.goto(`${baseUrl}${path}`);
    await page.locator("section button").last().waitFor();
    found[path] = await faults(page);
    await page.locator("section header button").first().click();
    await page.locator("section form textarea").waitFor();
    found[`${path}, form open`] = await faults(page);
  }
  await context.close();
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
}

for (const locale of LOCALES) {
  test(`the pages about agents have no fault that axe can see, light or dark: ${locale}`, async ({ browser }) => {
    await walk(browser, locale, 1280);
  });
}

test("the pages about agents have no fault that axe can see on a phone, and fit it", async ({ browser }) => {
  await walk(browser, "en", 390);
});
