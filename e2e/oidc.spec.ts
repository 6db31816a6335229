import { type Browser, expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { freePort } from "@/lib/ops/free-port";
import { type Servers, startServers } from "@/lib/ops/testing/servers";
import { type IdentityProvider, startIdentityProvider } from "./identity-provider";

const CLIENT = { clientId: "countersign", clientSecret: "a secret between the two of them" };
const BUTTON = { name: "Sign in with Example ID" };

let console: Servers;
let provider: IdentityProvider;
let baseUrl: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const port = await freePort();
  console = await startServers({
    environment: {
      COUNTERSIGN_OIDC_ISSUER: `http://localhost:${port}`,
      COUNTERSIGN_OIDC_CLIENT_ID: CLIENT.clientId,
      COUNTERSIGN_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
      COUNTERSIGN_OIDC_NAME: "Example ID",
      COUNTERSIGN_OIDC_ROLES: "approvers=reviewer,platform-admins=admin",
    },
  });
  baseUrl = console.servers[0]?.baseUrl ?? "";
  provider = await startIdentityProvider({ port, ...CLIENT, redirectUri: `${baseUrl}/api/auth/callback/oidc` });
});

test.afterAll(async () => {
  await provider?.stop();
  await console?.stop();
});

/** Somebody at the provider, in a browser of their own. */
async function arrive(browser: Browser, account: string, at = "/account"): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${baseUrl}/sign-in?callbackUrl=${encodeURIComponent(at)}`);
  await page.getByRole("button", BUTTON).click();
  await page.getByLabel("Account").fill(account);
  await page.getByRole("button", { name: "Continue" }).click();
  return page;
}

async function rows<T extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: console.databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const person = (email: string) =>
  rows<{ role: string; oidc_subject: string | null }>("SELECT role, oidc_subject FROM person WHERE email = $1", email);

test("somebody in a mapped group signs in, with its role, by code with PKCE, state and nonce, and to the page asked for", async ({
  browser,
}) => {
  provider.accounts.set("mia", {
    email: "mia@example.net",
    email_verified: true,
    name: "Mia",
    groups: ["others", "approvers"],
  });
  const page = await arrive(browser, "mia", "/people?from=a%20link");
  await expect(page).toHaveURL(`${baseUrl}/people?from=a%20link`);
  await page.goto(`${baseUrl}/account`);
  const account = page.getByRole("region", { name: "Account" });
  await expect(account).toContainText("mia@example.net");
  await expect(account).toContainText("reviewer");
  await expect(page.getByRole("region", { name: "Sessions" })).toContainText("identity provider");
  const sent = Object.fromEntries(provider.asked.at(-1)?.searchParams ?? []);
  expect(sent).toMatchObject({ response_type: "code", code_challenge_method: "S256" });
  for (const name of ["code_challenge", "state", "nonce"]) expect(sent[name]?.length, name).toBeGreaterThan(20);
  expect(await person("mia@example.net")).toMatchObject([
    { role: "reviewer", oidc_subject: expect.stringMatching(/ mia$/) },
  ]);
});

test("another host is never where signing in at the provider leads", async ({ browser }) => {
  provider.accounts.set("leo", { email: "leo@example.net", email_verified: true, groups: ["approvers"] });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${baseUrl}/sign-in`);
  const address = await page.evaluate(async () => {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const body = new URLSearchParams({ csrfToken, callbackUrl: "https://evil.example/x", json: "true" });
    return (await (await fetch("/api/auth/signin/oidc", { method: "POST", body })).json()).url as string;
  });
  await page.goto(address);
  await page.getByLabel("Account").fill("leo");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${baseUrl}/inbox`);
});

test("an answer of the provider without the state of this very browser opens nothing", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${baseUrl}/api/auth/callback/oidc?code=stolen&state=guessed`);
  await expect(page.getByText("Signing in with the identity provider did not work. Try again.")).toBeVisible();
  await page.goto(`${baseUrl}/account`);
  await expect(page).toHaveURL(/\/sign-in/);
});

test("whoever has no mapped group does not get in, and no account is made", async ({ browser }) => {
  provider.accounts.set("otto", { email: "otto@example.net", email_verified: true, groups: ["others"] });
  const page = await arrive(browser, "otto");
  await expect(page.getByText("None of your groups at the identity provider may sign in here.")).toBeVisible();
  expect(await person("otto@example.net")).toEqual([]);
  await page.goto(`${baseUrl}/account`);
  await expect(page).toHaveURL(/\/sign-in/);
});

test("an e-mail that the provider has not verified opens nobody's account", async ({ browser }) => {
  const { email } = console.seeded.admin;
  provider.accounts.set("eve", { email, email_verified: false, groups: ["platform-admins"] });
  const page = await arrive(browser, "eve");
  await expect(page.getByText("The identity provider has not verified your e-mail")).toBeVisible();
  expect(await person(email)).toEqual([{ role: "admin", oidc_subject: null }]);
});

test("a verified e-mail opens the account that is there, and a second identity with the same one does not", async ({
  browser,
}) => {
  const { email, name } = console.seeded.otherReviewer;
  provider.accounts.set("ruben", { email, email_verified: true, groups: ["platform-admins"] });
  const page = await arrive(browser, "ruben", "/people");
  await expect(page.getByRole("button", { name: "Invite somebody" })).toBeVisible();
  expect(await person(email)).toMatchObject([{ role: "admin", oidc_subject: expect.stringMatching(/ ruben$/) }]);
  await page.goto(`${baseUrl}/account`);
  await expect(page.getByRole("banner").getByText(name)).toBeVisible();

  provider.accounts.set("imposter", { email, email_verified: true, groups: ["platform-admins"] });
  const other = await arrive(browser, "imposter");
  await expect(other.getByText("This e-mail belongs to another identity here.")).toBeVisible();
});

test("a group lost at the provider takes the role at the next sign-in, and what was open under it", async ({
  browser,
}) => {
  const groups = ["platform-admins"];
  const account = { email: "nina@example.net", email_verified: true, name: "Nina", groups };
  provider.accounts.set("nina", account);
  const open = await arrive(browser, "nina", "/people");
  await expect(open.getByRole("button", { name: "Invite somebody" })).toBeVisible();

  provider.accounts.set("nina", { ...account, groups: ["approvers"] });
  const lesser = await arrive(browser, "nina", "/people");
  await expect(lesser.getByRole("heading", { name: "People" })).toBeVisible();
  await expect(lesser.getByRole("button", { name: "Invite somebody" })).toHaveCount(0);
  // The page that is still open has the button and no longer the right.
  await open.getByRole("button", { name: "Invite somebody" }).click();
  await open.getByLabel("E-mail").fill("friend@example.net");
  await open.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(open.getByText("You may not do this.")).toBeVisible();
  expect(await person("friend@example.net")).toEqual([]);

  provider.accounts.set("nina", { ...account, groups: [] });
  const out = await arrive(browser, "nina");
  await expect(out.getByText("None of your groups at the identity provider may sign in here.")).toBeVisible();
  expect(await person("nina@example.net")).toMatchObject([{ role: "auditor" }]);
  await lesser.goto(`${baseUrl}/account`);
  await expect(lesser).toHaveURL(/\/sign-in/);
});

test("whoever is disabled stays out, and passwords still sign in beside the provider", async ({ browser }) => {
  await rows("UPDATE person SET disabled_at = countersign_now() WHERE email = $1", "mia@example.net");
  const page = await arrive(browser, "mia");
  await expect(page.getByText("This account is disabled. Ask an admin.")).toBeVisible();
  await page.getByLabel("Email").fill(console.seeded.auditor.email);
  await page.getByLabel("Password").fill(console.seeded.auditor.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${baseUrl}/inbox`);
});

test("a provider that cannot be reached is said, and opens nothing", async ({ browser }) => {
  await provider.stop();
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${baseUrl}/sign-in`);
  await page.getByRole("button", BUTTON).click();
  await expect(page.getByText("Signing in with the identity provider did not work. Try again.")).toBeVisible();
});
