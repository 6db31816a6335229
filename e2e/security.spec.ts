import { expect, type Page, test } from "@playwright/test";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { signIn, submit } from "./console-stage";

/** Every page, for whoever is signed in. */
const PAGES = ["/inbox", "/history", "/reconcile", "/audit", "/insights", "/people", "/account", "/nowhere"];

type Watched = { hosts: Set<string>; faults: string[] };

/** What the page asks for, and what its policy stopped. */
function watch(page: Page): Watched {
  const watched: Watched = { hosts: new Set(), faults: [] };
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:") watched.hosts.add(url.host);
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy|Refused to|Permissions.Policy/i.test(message.text()))
      watched.faults.push(message.text());
  });
  page.on("pageerror", (error) => watched.faults.push(error.message));
  return watched;
}

/** A page's policy: its directives by name. */
function directivesOf(policy: string | null): Record<string, string> {
  return Object.fromEntries(
    (policy ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}

test("every page works under its own policy, and asks nobody but the console", async ({ page }) => {
  const { baseUrl, seeded } = consoleUnderTest();
  const { host } = new URL(baseUrl);
  const { id } = await submit({ tool: "look_safely", arguments: { url: "https://third.example/x.png", n: 1 } });
  const watched = watch(page);
  await signIn(page, seeded.reviewer);
  for (const path of [...PAGES, `/confirmations/${id}`]) {
    await page.goto(`${baseUrl}${path}`);
    await page.waitForLoadState("load");
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  }
  await page.getByRole("button", { name: "Edit arguments" }).click();
  await page.goto(`${baseUrl}/inbox`);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Insights" }).click();
  await expect(page.getByRole("heading", { name: "Queue depth" })).toBeVisible();
  expect(watched.faults).toEqual([]);
  expect([...watched.hosts]).toEqual([host]);
});

test("a page's scripts run by a nonce of its own request, and no other page may frame or feed it", async () => {
  const { baseUrl } = consoleUnderTest();
  const [first, second] = await Promise.all([fetch(`${baseUrl}/sign-in`), fetch(`${baseUrl}/sign-in`)]);
  const policy = directivesOf(first.headers.get("content-security-policy"));
  const nonce = /'nonce-([^']{16,})'/.exec(policy["script-src"] ?? "")?.[1];
  expect(nonce).toBeTruthy();
  expect(policy).toEqual({
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
  expect(second.headers.get("content-security-policy")).not.toContain(nonce);
  const scripts = (await first.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(first.headers.get("permissions-policy")).toContain("camera=()");
});

test("a caller's own nonce is not taken for ours", async () => {
  const { baseUrl } = consoleUnderTest();
  const forged = "script-src 'nonce-Zm9yZ2VkZm9yZ2VkZm9yZ2Vk'";
  const response = await fetch(`${baseUrl}/sign-in`, { headers: { "Content-Security-Policy": forged } });
  expect(await response.text()).not.toContain("Zm9yZ2VkZm9yZ2VkZm9yZ2Vk");
});

test("an answer of the API is data: opened as a page it may load and run nothing", async () => {
  const { baseUrl, seeded } = consoleUnderTest();
  const headers = { Authorization: `Bearer ${seeded.reviewer.token}` };
  for (const path of ["/api/health", "/api/v1/confirmations", "/api/v1/nowhere", "/api/console/insights.csv?days=7"]) {
    const response = await fetch(`${baseUrl}${path}`, { headers });
    expect(response.headers.get("content-security-policy"), path).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("x-content-type-options"), path).toBe("nosniff");
  }
});

test("browsers are bound to https only where the console is reached by it", async () => {
  const { baseUrl } = consoleUnderTest();
  expect((await fetch(`${baseUrl}/sign-in`)).headers.get("strict-transport-security")).toBeNull();
});

test("insights as a file hold what the page draws, for signed-in people, in spans that are offered", async () => {
  const { baseUrl, seeded } = consoleUnderTest();
  const read = (path: string, token?: string) =>
    fetch(`${baseUrl}/api/console/${path}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  const drawn = await (await read("insights?days=7", seeded.auditor.token)).json();
  const file = await read("insights.csv?days=7", seeded.auditor.token);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="countersign-insights-7-days-to-/);
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(
    1 + 11 * 7 + 2 * (drawn.denied_by_tool.length + drawn.denied_by_agent.length) + drawn.queue_depth.length,
  );
  expect((await read("insights?days=8", seeded.auditor.token)).status).toBe(422);
  expect((await read("insights?days=7", seeded.agent.key)).status).toBe(403);
  expect((await read("insights.csv?days=7")).status).toBe(401);
});
