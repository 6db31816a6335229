import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { projectRoot } from "@/lib/ops/project-root";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { createTestDatabase, dropTestDatabase } from "@/lib/ops/testing/postgres";
import { type Servers, startServers } from "@/lib/ops/testing/servers";
import { onRecord, rest, type Submitted, signIn, submit } from "./console-stage";
import { type CuttingProxy, startCuttingProxy } from "./http/cutting-proxy";

/** Every test files rows under a tool's name of its own, so that tests can share one console. */
const toolName = (word: string) => `${word}_${Math.random().toString(36).slice(2, 8)}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const decideBar = (page: Page) => page.getByRole("region", { name: "Decide" });
/** The line above everything that says what the page is cut off from. */
const cutOffLine = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** The page notices by itself, by polling at the latest; and as late it notices that it is over. */
const NOTICED_MS = 12_000;

async function typeReason(page: Page, reason: string) {
  await button(page, "Deny").click();
  await page.getByLabel("Reason for denying").fill(reason);
}

test.describe("offline", () => {
  test("the page says at which time what is seen was true, refuses to decide and keeps the text, and comes back by itself", async ({
    page,
    context,
  }) => {
    const { id } = await submit({ tool: toolName("offline"), arguments: { n: 1 } });
    await signIn(page, consoleUnderTest().seeded.reviewer, `/confirmations/${id}`);
    await typeReason(page, "wrong customer");
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });

    await context.setOffline(true);
    const line = cutOffLine(page, "The server cannot be reached.");
    await expect(line).toBeVisible({ timeout: NOTICED_MS });
    await expect(line).toContainText(/You are seeing \d{1,2}:\d{2}:\d{2}/);
    const seen = await line.textContent();
    await page.waitForTimeout(2_500);
    expect(await line.textContent(), "the time of what is seen stands still while nothing is read").toBe(seen);

    await button(page, "Deny").click();
    await expect(decideBar(page).getByRole("alert")).toContainText(
      "The server cannot be reached. Nothing was sent and nothing was decided; your text is kept.",
    );
    await expect(page.getByLabel("Reason for denying")).toHaveValue("wrong customer");
    expect((await onRecord(id)).state).toBe("pending");

    await context.setOffline(false);
    await expect(line).toHaveCount(0, { timeout: NOTICED_MS });
    await button(page, "Deny").click();
    await expect(decideBar(page)).toContainText("denied by you");
    expect((await onRecord(id)).decision?.reason).toBe("wrong customer");
    expect(loads, "without the page being loaded again").toBe(0);
  });

  test("what was decided elsewhere meanwhile is struck in the inbox as soon as the page is back", async ({
    page,
    context,
  }) => {
    const { seeded } = consoleUnderTest();
    const tool = toolName("meanwhile");
    const { id } = await submit({ tool, arguments: { n: 1 } });
    await submit({ tool, arguments: { n: 2 } });
    await signIn(page, seeded.reviewer, `/inbox?tool=${tool}`);
    const rows = page.getByRole("region", { name: "What can be decided" }).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await context.setOffline(true);
    await expect(cutOffLine(page, "You are seeing")).toBeVisible({ timeout: NOTICED_MS });
    await rest("POST", `/confirmations/${id}/decision`, seeded.otherReviewer.token, { verdict: "deny", reason: "no" });
    await expect(rows.first()).not.toContainText("denied");
    await context.setOffline(false);
    await expect(rows.first()).toContainText(`denied by ${seeded.otherReviewer.name}`, { timeout: NOTICED_MS });
    await expect(cutOffLine(page, "You are seeing")).toHaveCount(0);
  });
});

/** A reviewer of a test's own, whose sessions it can end without ending anybody else's. */
async function ownReviewer() {
  const email = `${toolName("own").replace("_", "-")}@example.com`;
  const password = "correct horse battery staple";
  const env = { ...process.env, DATABASE_URL: consoleUnderTest().databaseUrl };
  const adding = promisify(execFile)(
    process.execPath,
    [
      "lib/ops/launch.mjs",
      "manage",
      "person",
      "add",
      email,
      "--role",
      "reviewer",
      "--name",
      "Rosa",
      "--password-stdin",
    ],
    { cwd: projectRoot, env },
  );
  adding.child.stdin?.end(`${password}\n`);
  const id = (await adding).stdout.trim();
  return { id, email, password };
}

async function onDatabase(sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: consoleUnderTest().databaseUrl });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

test.describe("the session lost while a reason is typed", () => {
  for (const [how, sql] of [
    ["revoked", "UPDATE person_session SET revoked_at = countersign_now() WHERE person_id = $1::uuid"],
    [
      "run out",
      "UPDATE person_session SET created_at = created_at - interval '13 hours', expires_at = countersign_now() WHERE person_id = $1::uuid",
    ],
  ] as const) {
    test(`${how}: nothing is decided, the text is kept across signing in again, and then the same click works`, async ({
      page,
      context,
    }) => {
      const person = await ownReviewer();
      const { id } = await submit({ tool: toolName("lost"), arguments: { n: 1 } });
      await signIn(page, person, `/confirmations/${id}`);
      await typeReason(page, "wrong customer,\nsee T-9");
      await onDatabase(sql, [person.id]);
      await button(page, "Deny").click();
      await expect(decideBar(page).getByRole("alert")).toContainText("Nothing was decided; sign in and try again.");
      const line = cutOffLine(page, "Your session is over.");
      await expect(line).toContainText("What you typed is still here.");
      expect((await onRecord(id)).state).toBe("pending");

      const [beside] = await Promise.all([
        context.waitForEvent("page"),
        line.getByRole("link", { name: "Sign in" }).click(),
      ]);
      await beside.getByLabel("Email").fill(person.email);
      await beside.getByLabel("Password").fill(person.password);
      await button(beside, "Sign in").click();
      await expect(button(beside, "Approve")).toBeEnabled();
      await beside.close();

      await expect(page.getByLabel("Reason for denying")).toHaveValue("wrong customer,\nsee T-9");
      await button(page, "Deny").click();
      await expect(decideBar(page)).toContainText("denied by you");
      await expect(line).toHaveCount(0, { timeout: NOTICED_MS });
      expect((await onRecord(id)).decision?.reason).toBe("wrong customer,\nsee T-9");
    });
  }
});

test.describe("UI-05: a page that is shown again", () => {
  test("from the browser's memory, shows nothing of before as live until it was read anew", async ({ page }) => {
    const { seeded } = consoleUnderTest();
    const { id } = await submit({ tool: toolName("memory"), arguments: { n: 1 } });
    await signIn(page, seeded.reviewer, `/confirmations/${id}`);
    await expect(button(page, "Approve")).toBeEnabled();
    // Put away, it hears nothing; taken out again, it looks as it did.
    await page.route("**/api/console/**", (route) => route.abort());
    await rest("POST", `/confirmations/${id}/decision`, seeded.otherReviewer.token, { verdict: "deny", reason: "no" });
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(button(page, "Approve")).toHaveCount(0);
    await expect(button(page, "Deny")).toHaveCount(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await expect(decideBar(page)).toContainText(`denied by ${seeded.otherReviewer.name}`, { timeout: NOTICED_MS });
  });

  test("as a closed tab opened again, it is asked for anew, and shows no button while the server is away", async ({
    page,
    context,
  }) => {
    const { seeded, baseUrl } = consoleUnderTest();
    const { id } = await submit({ tool: toolName("closed"), arguments: { n: 1 } });
    await signIn(page, seeded.reviewer, `/confirmations/${id}`);
    await button(page, "Approve").click();
    await expect(decideBar(page)).toContainText("approved by you");
    const address = page.url();
    await page.close();

    const again = await context.newPage();
    // A browser that opens a closed tab takes what it kept of it first; of these it may keep nothing.
    const kept: string[] = [];
    again.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/_next/") || !response.url().startsWith(baseUrl)) return;
      const rule = response.headers()["cache-control"] ?? "";
      if (/^\/(confirmations|api\/console)/.test(pathname) && !rule.includes("no-store")) kept.push(pathname);
    });
    await again.goto(address);
    await expect(decideBar(again)).toContainText("approved by you");
    await expect(button(again, "Approve")).toHaveCount(0);
    expect(kept).toEqual([]);

    const { id: open } = await submit({ tool: toolName("closed"), arguments: { n: 2 } });
    await again.route("**/api/console/**", (route) => route.abort());
    await again.goto(`${baseUrl}/confirmations/${open}`);
    await expect(again.getByText("The server cannot be reached.").first()).toBeVisible({ timeout: NOTICED_MS });
    await expect(button(again, "Approve")).toHaveCount(0);
    await again.unrouteAll({ behavior: "ignoreErrors" });
    await expect(button(again, "Approve")).toBeEnabled({ timeout: NOTICED_MS });
  });
});

test.describe("the database away", () => {
  let databaseUrl: string;
  let proxy: CuttingProxy;
  let stage: Servers;
  let at: { baseUrl: string };

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    databaseUrl = await createTestDatabase();
    proxy = await startCuttingProxy(databaseUrl);
    stage = await startServers({ databaseUrl: proxy.url, environment: { COUNTERSIGN_LOG_LEVEL: "debug" } });
    at = { baseUrl: stage.servers[0]?.baseUrl ?? "" };
  });
  test.afterEach(() => proxy.comeBack());
  test.afterAll(async () => {
    await stage?.stop();
    await proxy?.stop();
    await dropTestDatabase(databaseUrl);
  });

  const key = () => stage.seeded.agent.key;
  const reviewer = () => stage.seeded.reviewer;
  const asked = async (): Promise<Submitted> =>
    JSON.parse(await rest("POST", "/confirmations", key(), { tool: toolName("away"), arguments: { n: 1 } }, at));
  const record = async (id: string): Promise<Submitted> =>
    JSON.parse(await rest("GET", `/confirmations/${id}`, key(), undefined, at));
  const decisions = async (id: string): Promise<string[]> =>
    JSON.parse(await rest("GET", `/confirmations/${id}/events`, key(), undefined, at))
      .data.map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => /\.(approved|denied)$/.test(kind));

  test("an open page says so by itself; a decision is told that nothing was decided, keeps its text, and the same click works once it is back", async ({
    page,
  }) => {
    const { id } = await asked();
    await signIn(page, reviewer(), `/confirmations/${id}`, at);
    await typeReason(page, "not without a ticket");

    proxy.goAway();
    const line = cutOffLine(page, "The store cannot be reached.");
    await expect(line).toContainText(/You are seeing \d{1,2}:\d{2}:\d{2}.*Nothing can be decided until it is back\./, {
      timeout: NOTICED_MS,
    });
    await button(page, "Deny").click();
    await expect(decideBar(page).getByRole("alert")).toContainText("The store cannot be reached. Nothing was decided.");
    await expect(page.getByLabel("Reason for denying")).toHaveValue("not without a ticket");

    proxy.comeBack();
    await expect(line).toHaveCount(0, { timeout: NOTICED_MS });
    expect(await decisions(id)).toEqual([]);
    await button(page, "Deny").click();
    await expect(decideBar(page)).toContainText("denied by you");
    expect((await record(id)).decision?.reason).toBe("not without a ticket");
    expect(await decisions(id)).toHaveLength(1);
  });

  test("where the answer to a decision is lost on the way, it is said as unknown, and what stands is shown once it can be read", async ({
    page,
  }) => {
    const { id } = await asked();
    await signIn(page, reviewer(), `/confirmations/${id}`, at);
    await typeReason(page, "twice the amount");
    const before = proxy.lost;
    proxy.loseNextAnswerTo("UPDATE confirmation", "goAway");
    await button(page, "Deny").click();
    const told = decideBar(page).getByRole("alert");
    await expect(told).toContainText("it is unknown here whether this was recorded");
    await expect(told).not.toContainText("Nothing was decided");
    await expect(page.getByLabel("Reason for denying")).toHaveValue("twice the amount");
    expect(proxy.lost).toBe(before + 1);

    proxy.comeBack();
    const stands = decideBar(page).getByText("denied by you").first();
    // The database may have carried it out or not; the page ends at what it says, and the same click is never a second decision.
    await expect(stands.or(button(page, "Deny"))).toBeVisible();
    await expect(cutOffLine(page, "The store cannot be reached.")).toHaveCount(0, { timeout: NOTICED_MS });
    if ((await record(id)).state === "pending") await button(page, "Deny").click();
    await expect(stands).toBeVisible({ timeout: NOTICED_MS });
    expect(await decisions(id)).toEqual(["confirmation.denied"]);
  });

  test("a page that cannot be made says that nothing was decided by that, and is there at the same address once it is back", async ({
    page,
  }) => {
    const { id } = await asked();
    await signIn(page, reviewer(), "/inbox", at);
    proxy.goAway();
    await page.goto(`${at.baseUrl}/confirmations/${id}`);
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
    await expect(page.getByText("Nothing was decided or changed by that.")).toBeVisible();
    await button(page, "Try again").click();
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();

    proxy.comeBack();
    await expect(async () => {
      await button(page, "Try again").click({ timeout: 1_000 });
      await expect(button(page, "Approve")).toBeEnabled({ timeout: 3_000 });
    }).toPass({ timeout: NOTICED_MS });
    await expect(page).toHaveURL(`${at.baseUrl}/confirmations/${id}`);
    expect((await record(id)).state).toBe("pending");
  });

  test("SHOW-06: nothing that an agent or a person writes reaches the server's log as a command to a terminal, also when it fails", async () => {
    const told = "deploy\u001b[1A\u001b[2K\u001b[8m --force\u001b[0m\u0007\u009b2J\u202e";
    const [server] = stage.servers;
    const before = server?.log().length ?? 0;
    const send = (path: string, token: string, body: object) =>
      fetch(`${at.baseUrl}/api/v1${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const request = {
      tool: toolName("escape"),
      arguments: { msg: told },
      session: told,
      reasoning: told,
      target: told,
    };
    const filed = (await (await send("/confirmations", key(), request)).json()) as Submitted;
    const denial = { verdict: "deny", reason: told };
    proxy.goAway();
    expect((await send("/confirmations", key(), request)).status).toBe(503);
    expect((await send(`/confirmations/${filed.id}/decision`, reviewer().token, denial)).status).toBe(503);
    proxy.comeBack();
    await expect.poll(async () => (await fetch(`${at.baseUrl}/api/ready`)).status, { timeout: NOTICED_MS }).toBe(200);
    expect((await send(`/confirmations/${filed.id}/decision`, reviewer().token, denial)).status).toBe(200);
    expect((await send(`/confirmations/${encodeURIComponent(told)}/decision`, reviewer().token, denial)).status).toBe(
      404,
    );
    await fetch(`${at.baseUrl}/${encodeURIComponent(told)}`, { headers: { "User-Agent": "x" } });
    const log = server?.log().slice(before) ?? "";
    expect(log).toContain("the store refused or was away");
    expect(log).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });
});
