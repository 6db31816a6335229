import type { Browser, BrowserContext, Page } from "@playwright/test";
import pg from "pg";
import { ensureChromium, findChromium } from "../chromium";
import type { Servers } from "../testing/servers";
import { atMost, type Figure, informs, median, quantile } from "./figures";
import { fill } from "./fill";
import { Connections } from "./load";
import { filedIn, submitShot } from "./requests";

const PENDING = 10_000;
const LOADS = 7;
const MOST_INTERACTIVE_MS = 1_500;
const MOST_SCRIPT_KILOBYTES = 200;
/** About four rows a frame: as fast as a hand throws a list. */
const SCROLL_PX_A_FRAME = 320;
const SCROLL_FRAMES = 400;
const BROWSERS = 5;
const CLICKS = 100;
const MOST_CLICK_MS = 250;
const HOLD_SECONDS = 55;

/** The browser may call nobody but the console under test. */
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** What a reviewer feels, by the browser's own clock: opening the inbox, scrolling it, and a click that frees an agent. */
export async function measureBrowser(stage: Servers, say: (line: string) => void): Promise<Figure[]> {
  ensureChromium(say);
  const { chromium } = await import("@playwright/test");
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const launch = () => chromium.launch({ executablePath: findChromium() ?? undefined, args: [...QUIET, ...asRoot] });
  const url = stage.servers[0]?.baseUrl ?? "";
  const ids = await prepare(stage);
  say(`browser: ${PENDING.toLocaleString("en")} pending`);
  const browser = await launch();
  try {
    const session = await signIn(browser, stage, url);
    const loads = await openings(browser, session, url);
    say("browser: the inbox was opened");
    const scrolled = await scroll(browser, session, url);
    say("browser: the inbox was scrolled");
    await browser.close();
    const clicks = await clicksToAgent(launch, stage, session, url, ids, say);
    const part = `Browser: ${PENDING.toLocaleString("en")} pending, Chromium on the same machine`;
    const interactive = loads.map((load) => load.interactive);
    return [
      atMost(part, `inbox interactive, median of ${LOADS} cold loads`, median(interactive), "ms", MOST_INTERACTIVE_MS),
      informs(part, "inbox interactive, the slowest", Math.max(...interactive), "ms"),
      atMost(
        part,
        "script on the first load, compressed",
        Math.max(...loads.map((load) => load.script)),
        "KB",
        MOST_SCRIPT_KILOBYTES,
      ),
      atMost(part, `frames with a blank row, of ${scrolled.frames} scrolled`, scrolled.blank, "frames", 0),
      informs(part, "rows scrolled past", scrolled.rows, "rows"),
      atMost(
        part,
        `p99 from click to the agent's answer, ${BROWSERS} browsers live`,
        quantile(clicks, 0.99),
        "ms",
        MOST_CLICK_MS,
      ),
      informs(part, "median from click to the agent's answer", median(clicks), "ms"),
    ];
  } finally {
    await browser.close();
  }
}

async function prepare({ servers, seeded, databaseUrl }: Servers): Promise<string[]> {
  const connections = new Connections(servers[0]?.baseUrl ?? "", 1);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const exemplar = filedIn((await connections.send(submitShot(seeded.agent.key))).body).id;
    return await fill(client, { exemplar, count: PENDING - 1, window: "open" });
  } finally {
    connections.close();
    await client.end();
  }
}

async function signIn(browser: Browser, { seeded }: Servers, url: string): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.locator("#email").fill(seeded.reviewer.email);
  await page.locator("#password").fill(seeded.reviewer.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((at) => at.pathname !== "/sign-in");
  const session = await context.storageState();
  await context.close();
  return session;
}

/** A row is a link to its confirmation; it is made by script from what was read, so where it stands the page is alive. */
const ROW = 'main a[href^="/confirmations/"]';

/** Opens the inbox with nothing cached, once to warm up the server and then so many times. */
async function openings(browser: Browser, session: Session, url: string) {
  const loads: { interactive: number; script: number }[] = [];
  for (let nth = 0; nth <= LOADS; nth++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: session });
    const page = await context.newPage();
    await page.addInitScript((row) => {
      const look = new MutationObserver(() => {
        if (!document.querySelector(row)) return;
        look.disconnect();
        // After the frame that shows it.
        requestAnimationFrame(() => setTimeout(() => performance.mark("rows")));
      });
      look.observe(document, { childList: true, subtree: true });
    }, ROW);
    await page.goto(`${url}/inbox`);
    await page.waitForFunction(() => performance.getEntriesByName("rows").length > 0);
    await page.waitForLoadState("load");
    const load = await page.evaluate(() => {
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
      return {
        interactive: performance.getEntriesByName("rows")[0]?.startTime ?? Number.NaN,
        script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
      };
    });
    if (nth > 0) loads.push(load);
    await context.close();
  }
  return loads;
}

/** Scrolls a step a frame, and looks in every frame whether a row stands where the list is looked at. */
async function scroll(browser: Browser, session: Session, url: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: session });
  const page = await context.newPage();
  await page.goto(`${url}/inbox`);
  await page.locator(ROW).first().waitFor();
  const result = await page.evaluate(
    async ({ row, step, frames }) => {
      const first = document.querySelector<HTMLElement>(row);
      let box: HTMLElement | null = first;
      while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
      const scroller = box ?? document.documentElement;
      const height = first?.closest("li")?.getBoundingClientRect().height ?? 1;
      let blank = 0;
      for (let frame = 0; frame < frames; frame++) {
        await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
        const { left, top, width, bottom } = scroller.getBoundingClientRect();
        const end = Math.min(bottom, window.innerHeight);
        const seen = [0.3, 0.5, 0.7].every((share) =>
          document.elementFromPoint(left + width / 2, top + (end - top) * share)?.closest("li"),
        );
        if (!seen) blank += 1;
        scroller.scrollTop += step;
      }
      return { frames, blank, rows: Math.round(scroller.scrollTop / height) };
    },
    { row: ROW, step: SCROLL_PX_A_FRAME, frames: SCROLL_FRAMES },
  );
  await context.close();
  return result;
}

/** An agent's wait is parked, a person clicks in one of the browsers, and all of them show the console meanwhile. */
async function clicksToAgent(
  launch: () => Promise<Browser>,
  { seeded, servers }: Servers,
  session: Session,
  url: string,
  ids: string[],
  say: (line: string) => void,
): Promise<number[]> {
  const browsers = await Promise.all(Array.from({ length: BROWSERS }, launch));
  const connections = new Connections(servers[0]?.baseUrl ?? "", 2);
  const headers = { Authorization: `Bearer ${seeded.agent.key}` };
  const millis: number[] = [];
  try {
    const pages = await Promise.all(browsers.map((each) => livePage(each, session, url)));
    for (let nth = 0; nth <= CLICKS; nth++) {
      const page = pages[nth % pages.length];
      const id = ids[nth];
      if (!page || !id) throw new Error("There is nothing left to decide.");
      const held = connections.send({
        method: "GET",
        path: `/api/v1/confirmations/${id}?wait=${HOLD_SECONDS}s`,
        headers,
      });
      const answered = held.then(({ body }) => ({ body, at: performance.timeOrigin + performance.now() }));
      await page.goto(`${url}/confirmations/${id}`);
      await page.getByRole("button", { name: "Approve", exact: true }).click();
      const { body, at } = await answered;
      if (!body.includes('"state":"approved"')) throw new Error(`The agent was told: ${body.slice(0, 200)}`);
      const clicked = await page.evaluate(() => Number(document.documentElement.dataset.clickedAt));
      // The first one finds the server cold.
      if (nth > 0) millis.push(at - clicked);
      await page.goto(`${url}/inbox`);
      if (nth % 25 === 0) say(`browser: ${nth} of ${CLICKS} clicks`);
    }
    return millis;
  } finally {
    connections.close();
    await Promise.all(browsers.map((each) => each.close()));
  }
}

/** A page that keeps the instant of its latest click, on the clock that all processes of this machine share. */
async function livePage(browser: Browser, session: Session, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: session });
  const page = await context.newPage();
  await page.addInitScript(() => {
    addEventListener(
      "click",
      (event) => {
        document.documentElement.dataset.clickedAt = String(performance.timeOrigin + event.timeStamp);
      },
      { capture: true },
    );
  });
  await page.goto(`${url}/inbox`);
  await page.locator(ROW).first().waitFor();
  return page;
}
