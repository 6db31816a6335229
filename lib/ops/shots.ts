import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Locale } from "@/components/i18n/locale";
import { provideSettings } from "@/lib/settings";
import { ensureBuild } from "./build";
import { ensureChromium, findChromium } from "./chromium";
import { OperatorError } from "./operator-error";
import { projectRoot } from "./project-root";
import type { Shown } from "./shots/fill";
import { Shutdown } from "./shutdown";
import { startTestPostgres } from "./testing/postgres";
import type { SeededPerson } from "./testing/seeded";
import { startServers } from "./testing/servers";

const USAGE = "Usage: npm run shots [-- --out FOLDER]";

const SIZES = { laptop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ["light", "dark"] as const;

/** Its own names for the cookies would drift from the console's, so they are the console's. */
type Look = { size: keyof typeof SIZES; theme: (typeof THEMES)[number]; locale: Locale };
type Shot = { name: string; path: string; whole?: true };

const say = (line: string) => console.error(line);

/**
 * `npm run shots`: pictures of every page, large and small, light and dark, of a console of its own that is filled for it
 * and gone afterwards. For looking at; nothing is compared.
 */
export default async function shots(args: string[]): Promise<void> {
  const folder = resolve(projectRoot, parseFolder(args));
  provideSettings({ COUNTERSIGN_LOG_LEVEL: "silent" });
  ensureChromium(say);
  const shutdown = new Shutdown(say);
  try {
    await ensureBuild(say, shutdown.signal);
    await shutdown.add(await startTestPostgres());
    const stage = await startServers({ environment: { COUNTERSIGN_ROLE: "web" } });
    await shutdown.add(() => stage.stop());
    const url = stage.servers[0]?.baseUrl ?? "";
    process.env.DATABASE_URL = stage.databaseUrl;
    provideSettings({ DATABASE_URL: stage.databaseUrl, COUNTERSIGN_URL: url });
    const { disconnect } = await import("@/lib/store/database");
    const { closeDatabase } = await import("./testing/database");
    await shutdown.add(disconnect);
    await shutdown.add(closeDatabase);

    const { chromium } = await import("@playwright/test");
    const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: asRoot });
    await shutdown.add(() => browser.close());
    mkdirSync(folder, { recursive: true });
    const session = await signedIn(browser, url, stage.seeded.reviewer);
    const take = (look: Look, list: Shot[]) => picture(browser, { url, folder, session, look, list });

    say("Taking pictures of an empty console …");
    for (const look of looks()) await take(look, EMPTY);
    say("Filling it with a month of requests …");
    const { fillForPictures } = await import("./shots/fill");
    const filled = pagesOf(await fillForPictures(stage));
    say("Taking pictures of every page …");
    for (const look of looks()) await take(look, filled);
    for (const size of Object.keys(SIZES) as Look["size"][]) {
      const chinese = filled.filter(({ name }) => ["inbox", "confirmation-pending", "insights"].includes(name));
      await take({ size, theme: "light", locale: "zh-Hans" }, chinese);
    }
    console.log(folder);
  } catch (error) {
    if (shutdown.signal.aborted) return;
    console.error(error instanceof OperatorError ? error.message : error);
    await shutdown.exit(1);
  }
  await shutdown.exit(0);
}

function parseFolder(args: string[]): string {
  try {
    const { out } = parseArgs({ args, options: { out: { type: "string" } } }).values;
    return out ?? join("test-results", "shots");
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}. No picture was taken. ${USAGE}`);
  }
}

function looks(): Look[] {
  return (Object.keys(SIZES) as Look["size"][]).flatMap((size) =>
    THEMES.map((theme): Look => ({ size, theme, locale: "en" })),
  );
}

const EMPTY: Shot[] = [
  { name: "inbox-empty", path: "/inbox" },
  { name: "history-empty", path: "/history" },
  { name: "reconcile-empty", path: "/reconcile" },
  { name: "insights-empty", path: "/insights" },
];

function pagesOf(shown: Shown): Shot[] {
  return [
    { name: "sign-in", path: "/sign-in" },
    { name: "inbox", path: "/inbox" },
    { name: "confirmation-pending", path: `/confirmations/${shown.refund}` },
    { name: "confirmation-hidden-characters", path: `/confirmations/${shown.mail}` },
    { name: "confirmation-approved", path: `/confirmations/${shown.approved}` },
    { name: "confirmation-denied", path: `/confirmations/${shown.denied}` },
    { name: "confirmation-expired", path: `/confirmations/${shown.expired}` },
    { name: "confirmation-unknown", path: `/confirmations/${shown.unknown}` },
    { name: "history", path: "/history" },
    { name: "reconcile", path: "/reconcile" },
    { name: "audit", path: "/audit" },
    { name: "insights", path: "/insights" },
    { name: "insights-whole", path: "/insights", whole: true },
    { name: "people", path: "/people" },
    { name: "account", path: "/account" },
    { name: "not-found", path: "/nowhere" },
  ];
}

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The cookie of one sign-in, for all pictures. */
async function signedIn(browser: Browser, url: string, person: SeededPerson): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.locator("#email").fill(person.email);
  await page.locator("#password").fill(person.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((at) => at.pathname !== "/sign-in");
  const state = await context.storageState();
  await context.close();
  return state;
}

async function picture(
  browser: Browser,
  work: { url: string; folder: string; session: Session; look: Look; list: Shot[] },
): Promise<void> {
  const { url, folder, session, look, list } = work;
  const cookies = [
    { name: "countersign_theme", value: look.theme, url },
    { name: "countersign_locale", value: look.locale, url },
  ];
  for (const signed of [true, false]) {
    const mine = list.filter(({ path }) => (path !== "/sign-in") === signed);
    if (mine.length === 0) continue;
    const context = await browser.newContext({
      viewport: SIZES[look.size],
      deviceScaleFactor: look.size === "phone" ? 2 : 1,
      locale: look.locale === "en" ? "en-GB" : "zh-CN",
      storageState: signed ? session : undefined,
      reducedMotion: "reduce",
    });
    await context.addCookies(cookies);
    const page = await context.newPage();
    for (const { name, path, whole } of mine) {
      await page.goto(`${url}${path}`);
      await untilStill(page);
      const language = look.locale === "en" ? "" : `-${look.locale}`;
      const file = `${name}-${look.size}-${look.theme}${language}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: whole ?? false });
    }
    await context.close();
  }
}

/** Until nothing is on its way: no grey stand-ins, and the fonts are there. */
async function untilStill(page: Page): Promise<void> {
  await page.locator("h1, h2").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
