import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { LOCALE_COOKIE, LOCALES } from "@/components/i18n/locale";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import type { SeededPerson } from "@/lib/ops/testing/seeded";
import { signIn, submit } from "./console-stage";
import { addPerson } from "./people";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
// The rules are one document for all: what is brought into force here names a tool that no other test has.
const tool = `policied_${Math.random().toString(36).slice(2, 8)}`;

// One story after the other: they are about the one version in force.
test.describe.configure({ mode: "serial" });

let secondAdmin: SeededPerson;
test.beforeAll(async () => {
  secondAdmin = await addPerson(`Bea-${tool}`, "admin");
});

/** What axe has against a page in either theme. */
async function violationsOn(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${theme}: ${id} ${target.join(" ")}: ${failureSummary?.split("\n")[1]?.trim()}`);
      }
    }
  }
  return found;
}

const numberIn = (page: Page) => Number(new URL(page.url()).searchParams.get("version"));
const ruleAt = (page: Page, name: string): Locator => page.getByRole("group", { name: `Rule ${name}`, exact: true });

test("a rule is drafted from a confirmation, mended at its fault, tested, replayed, proposed, and activated by a second admin", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const { baseUrl, seeded } = consoleUnderTest();
  const { id } = await submit({ tool, target: "billing", arguments: { amount: 12.5, password: "hunter2-hunter2" } });
  await submit({ tool, target: "billing", arguments: { amount: 500, password: "hunter2-hunter2" } });

  await signIn(page, seeded.admin, `/confirmations/${id}`);
  await expect(page.getByRole("button", { name: /always/i })).toHaveCount(0);
  await page.getByRole("link", { name: "Draft a rule from this" }).click();
  await page.getByRole("button", { name: "Begin the draft" }).click();
  await page.waitForURL(/version=\d+/);
  const number = numberIn(page);
  await expect(page.getByRole("heading", { name: `Version ${number} draft` })).toBeVisible();
  const name = `allow-${tool.replace("_", "-")}`;
  const rule = ruleAt(page, name);
  const condition = rule.getByLabel("When (CEL)");
  await expect(condition).toHaveValue(/args\.amount == 12\.5/);
  await expect(condition).not.toHaveValue(/hunter2/);

  // A fault is said under its field, with line and column, while one types; and nothing with a fault is proposed.
  await condition.fill(`tool == "${tool}" &&\nargs.amount <= `);
  await expect(rule.getByText(/^Line 2, column \d+:/)).toBeVisible();
  await expect(condition).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("1 fault", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Propose" })).toBeDisabled();
  expect(await violationsOn(page)).toEqual([]);

  await condition.fill(`tool == "${tool}" &&\nargs.amount <= 50`);
  await expect(rule.getByText(/^Line/)).toHaveCount(0);
  await page.getByRole("button", { name: "Add a test" }).click();
  const added = page.getByRole("group", { name: /^Test \d+$/ }).last();
  await expect(added.getByLabel("Expected")).toBeFocused();
  await added.getByLabel("Expected").selectOption("allow");
  await added.getByLabel("Decided by").selectOption(name);
  const given = added.getByLabel("Given request (JSON)");
  await given.fill(`{ "tool": "${tool}", "arguments": { "amount": 60 `);
  await expect(added.getByText(/^Line 1, column \d+:/)).toBeVisible();
  await given.fill(`{ "tool": "${tool}", "arguments": { "amount": 60 } }`);
  await expect(added.getByText("failed: decided")).toBeVisible();
  await expect(page.getByText(/^1 test fails/)).toBeVisible();
  await given.fill(`{ "tool": "${tool}", "arguments": { "amount": 49.99 } }`);
  await expect(added.getByText("passed")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/^No faults; \d+ tests? passe?s?$/)).toBeVisible();

  // The replay says what would be answered otherwise, and decides nothing.
  const replay = page.getByRole("region", { name: "Replay" });
  await replay.getByLabel("How many").selectOption("100");
  await replay.getByRole("button", { name: "Replay" }).click();
  await expect(replay.getByText(/^\d+ replayed\./)).toBeVisible();
  await expect(replay.getByRole("heading", { name: "1 would be answered otherwise" })).toBeVisible();
  const differing = replay.getByRole("region", { name: "What would be answered otherwise" }).getByRole("listitem");
  await expect(differing).toHaveCount(1);
  await expect(differing.getByRole("link", { name: tool })).toHaveAttribute("href", `/confirmations/${id}`);

  await page.getByRole("button", { name: "Propose" }).click();
  await expect(
    page.getByText("You wrote or proposed this version, so another admin has to bring it into force."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Activate" })).toHaveCount(0);
  expect(await violationsOn(page)).toEqual([]);

  const other = await browser.newContext();
  const second = await other.newPage();
  await signIn(second, secondAdmin, `/policies?version=${number}`);
  await expect(
    second
      .getByRole("region", { name: /^What changes against version/ })
      .getByText("added")
      .first(),
  ).toBeVisible();
  await second.getByRole("button", { name: "Activate" }).click();
  await second.getByRole("button", { name: `Bring version ${number} into force` }).click();
  await expect(second.getByRole("heading", { name: `Version ${number} in force` })).toBeVisible();
  await second.goto(`${baseUrl}/policies`);
  await expect(second.getByRole("heading", { name: `Version ${number} in force` })).toBeVisible();
  await expect(second.getByRole("region", { name: "Rules" }).getByRole("heading", { name })).toBeVisible();
  const line = second.getByRole("button", { name: new RegExp(`^Version ${number}`) });
  await expect(line).toContainText("in force by you");
  await expect(line).toContainText("proposed by Ada");
  expect(await violationsOn(second)).toEqual([]);
  await second.goto(`${baseUrl}/audit?kind=policy.activated`);
  await expect(second.getByText("brought a version of the policy into force").first()).toBeVisible();
  await other.close();
});

test("of two admins who write one draft, the second to save is told and loses nothing that was saved", async ({
  page,
  browser,
}) => {
  const { seeded } = consoleUnderTest();
  await signIn(page, seeded.admin, "/policies");
  await page.getByRole("button", { name: "Draft from nothing" }).click();
  await page.waitForURL(/version=\d+/);
  const number = numberIn(page);
  await page.getByRole("button", { name: "Add a rule" }).click();
  await expect(ruleAt(page, "rule-1").getByLabel("Id")).toBeFocused();
  await ruleAt(page, "rule-1").getByLabel("When (CEL)").fill(`tool == "${tool}"`);

  const other = await browser.newContext();
  const second = await other.newPage();
  await signIn(second, secondAdmin, `/policies?version=${number}`);
  await second.getByRole("button", { name: "Add a rule" }).click();
  await second.getByRole("button", { name: "Save draft" }).click();
  await expect(second.getByText(/^2 faults$/)).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Somebody saved this version after you opened it." }),
  ).toBeVisible();
  await expect(ruleAt(page, "rule-1").getByLabel("When (CEL)")).toHaveValue(`tool == "${tool}"`);
  await page.getByRole("button", { name: "Drop mine and show theirs" }).click();
  await expect(ruleAt(page, "rule-1").getByLabel("When (CEL)")).toHaveValue("");

  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: `Discard version ${number}` }).click();
  await expect(page.getByRole("heading", { name: `Version ${number} discarded` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save draft" })).toHaveCount(0);
});

for (const role of ["reviewer", "auditor"] as const) {
  test(`the ${role} reads the policy and can change nothing of it`, async ({ page }) => {
    const { seeded } = consoleUnderTest();
    const { id } = await submit({ tool, arguments: { amount: 1 } });
    await signIn(page, seeded[role], "/policies");
    await expect(page.getByRole("heading", { name: /^Version \d+ in force$/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Rules" })).toBeVisible();
    for (const name of [/^Draft from/, "Save draft", "Propose", "Activate", "Discard", "Add a rule"]) {
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    }
    await page.goto(`${consoleUnderTest().baseUrl}/policies?from=${id}`);
    await expect(page.getByRole("heading", { name: /^Version \d+ in force$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: "Begin the draft" })).toHaveCount(0);
    await page.goto(`${consoleUnderTest().baseUrl}/confirmations/${id}`);
    await expect(page.getByRole("heading", { name: tool })).toBeVisible();
    await expect(page.getByRole("link", { name: "Draft a rule from this" })).toHaveCount(0);
  });
}

test("the page has no fault that axe can see in any language, and fits a phone", async ({ browser }) => {
  test.setTimeout(120_000);
  const { baseUrl, seeded } = consoleUnderTest();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await signIn(page, seeded.admin, "/policies");
  await page.getByRole("button", { name: "Draft from the version in force" }).click();
  await page.waitForURL(/version=\d+/);
  const number = numberIn(page);
  for (const locale of LOCALES) {
    await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: baseUrl }]);
    for (const path of ["/policies", `/policies?version=${number}`]) {
      await page.goto(`${baseUrl}${path}`);
      await page.locator("h2").first().waitFor();
      expect(await violationsOn(page), `${path} ${locale}`).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `${path} ${locale}`).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});
