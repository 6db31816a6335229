import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { LOCALE_COOKIE, LOCALES, type Locale } from "@/components/i18n/locale";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { onRecord, rest, signIn, submit } from "./console-stage";

/** WCAG 2.0, 2.1 and 2.2, A and AA. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type Place = { name: string; path: string; emptied?: true };
type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

let places: Place[];
let session: Session;

/** One confirmation in each state that looks different, and one sign-in for all pages. */
test.beforeAll(async ({ browser }) => {
  const { seeded } = consoleUnderTest();
  const tool = `look_${Math.random().toString(36).slice(2, 8)}`;
  const pending = await submit({
    tool,
    target: "billing",
    session: "s-1",
    group: "g-1",
    on_behalf_of: "anna@example.net",
    reasoning: "The customer asked twice.\nSee the ticket.",
    context: { ticket: "T-1" },
    arguments: {
      to: "a\u200bb@example.net",
      api_key: "demo_4f9c1d7be2a84c3f9d10",
      body: "line\n".repeat(200),
      lines: [{ n: 1, price: 40.0 }, { n: 2 }],
      empty: "",
      nothing: null,
    },
  });
  await submit({ tool, session: "s-1", group: "g-1", arguments: {} });
  const expired = await submit({ tool, arguments: { n: 1 }, decision_window: "1s", wait_window: "1s" });
  const approved = await submit({ tool, arguments: { amount: 40 } });
  const decide = (id: string, body: object) =>
    rest("POST", `/confirmations/${id}/decision`, seeded.otherReviewer.token, body);
  await decide(approved.id, { verdict: "approve", reason: "fine", arguments: { amount: 20 } });
  const denied = await submit({ tool, arguments: { n: 3 } });
  await decide(denied.id, { verdict: "deny", reason: "not without a ticket" });
  const unknown = await submit({ tool, arguments: { n: 2 } });
  await decide(unknown.id, { verdict: "approve" });
  await rest("POST", `/confirmations/${unknown.id}/claim`, seeded.agent.key, { arguments: { n: 2 } });
  await rest("POST", `/confirmations/${unknown.id}/outcome`, seeded.agent.key, { result: "outcome_unknown" });
  await expect.poll(async () => (await onRecord(expired.id)).state).toBe("expired");

  places = [
    { name: "inbox, empty", path: "/inbox", emptied: true },
    { name: "inbox", path: `/inbox?tool=${tool}` },
    { name: "confirmation, pending", path: `/confirmations/${pending.id}` },
    { name: "confirmation, approved", path: `/confirmations/${approved.id}` },
    { name: "confirmation, denied", path: `/confirmations/${denied.id}` },
    { name: "confirmation, expired", path: `/confirmations/${expired.id}` },
    { name: "confirmation, outcome unknown", path: `/confirmations/${unknown.id}` },
    { name: "history", path: `/history?tool=${tool}` },
    { name: "reconcile", path: "/reconcile" },
    { name: "policy", path: "/policies" },
    { name: "audit", path: "/audit" },
    { name: "insights", path: "/insights" },
    { name: "people", path: "/people" },
    { name: "one person", path: `/people/${seeded.otherReviewer.id}` },
    { name: "one's own account", path: "/account" },
    { name: "no such page", path: "/nowhere" },
  ];
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, seeded.reviewer);
  session = await context.storageState();
  await context.close();
});

type Look = { locale: Locale; width: number; height: number };

async function openIn(
  browser: Browser,
  look: Look,
  storageState?: Session,
): Promise<{ page: Page; close(): Promise<void> }> {
  const { baseUrl } = consoleUnderTest();
  const { width, height } = look;
  const context = await browser.newContext({ viewport: { width, height }, storageState, reducedMotion: "reduce" });
  await context.addCookies([{ name: LOCALE_COOKIE, value: look.locale, url: baseUrl }]);
  return { page: await context.newPage(), close: () => context.close() };
}

/** What axe has against a page in either theme, in a line for each rule and place. */
async function violationsOn(page: Page): Promise<string[]> {
  await page.locator("h1, h2").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
  // As long as it is: what the bar at a phone's foot covers, scrolling uncovers.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    // As the server writes it for whoever chose it.
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    // There are no frames to look into, so it need not open a page for putting their answers together.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${theme}: ${id} ${target.join(" ")}: ${failureSummary?.split("\n")[1]?.trim()}`);
      }
    }
  }
  await page.setViewportSize({ width, height });
  return found;
}

async function walk(browser: Browser, look: Look): Promise<void> {
  const { baseUrl } = consoleUnderTest();
  const found: Record<string, string[]> = {};
  const keep = (name: string, violations: string[]) => {
    if (violations.length > 0) found[name] = violations;
  };
  const outside = await openIn(browser, look);
  await outside.page.goto(`${baseUrl}/sign-in`);
  expect(await outside.page.locator("html").getAttribute("lang")).toBe(look.locale);
  keep("sign-in", await violationsOn(outside.page));
  await outside.close();

  const inside = await openIn(browser, look, session);
  for (const { name, path, emptied } of places) {
    if (emptied) {
      await inside.page.route("**/api/console/confirmations?*", (route) =>
        route.fulfill({ json: { data: [], server_time: new Date().toISOString() } }),
      );
    }
    await inside.page.goto(`${baseUrl}${path}`);
    keep(name, await violationsOn(inside.page));
    if (emptied) await inside.page.unrouteAll({ behavior: "ignoreErrors" });
  }
  await inside.close();
  expect(found).toEqual({});
}

for (const locale of LOCALES) {
  test(`no page has a fault that axe can see, light or dark: ${locale}`, async ({ browser }) => {
    test.setTimeout(180_000);
    await walk(browser, { locale, width: 1440, height: 900 });
  });
}

test("no page has a fault that axe can see on a phone", async ({ browser }) => {
  test.setTimeout(180_000);
  await walk(browser, { locale: "en", width: 390, height: 844 });
});
