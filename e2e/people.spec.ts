import { type Browser, expect, type Page, type Request, test } from "@playwright/test";
import pg from "pg";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import type { SeededPerson } from "@/lib/ops/testing/seeded";
import { onRecord, rest, signIn, submit } from "./console-stage";

const PASSWORD = "a new and long password";
const word = () => Math.random().toString(36).slice(2, 8);

async function rows<T extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: consoleUnderTest().databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A browser of its own for each, so that nobody's session is another's. */
async function signedIn(browser: Browser, person: SeededPerson, at: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person, at);
  return page;
}

/** Invites somebody on the page and gives back the link that is shown. */
async function invite(page: Page, email: string, role = "reviewer"): Promise<string> {
  await page.goto(`${consoleUnderTest().baseUrl}/people`);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = page.getByRole("region", { name: `The invitation for ${email}` });
  return (await shown.locator("code").textContent()) ?? "";
}

async function setPassword(page: Page, link: string, name?: string) {
  await page.goto(link);
  if (name) await page.getByLabel("Your name, as others see it").fill(name);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("The same again").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
}

/** Somebody new with an account and a password. */
async function newcomer(browser: Browser, admin: Page, name: string, role = "reviewer"): Promise<SeededPerson> {
  const email = `${name.toLowerCase()}@people.example`;
  const link = await invite(admin, email, role);
  const page = await (await browser.newContext()).newPage();
  await setPassword(page, link, name);
  await expect(page.getByText("The password is set")).toBeVisible();
  await page.context().close();
  const [row] = await rows<{ id: string }>("SELECT id FROM person WHERE email = $1", email);
  return { id: row?.id ?? "", email, name, password: PASSWORD, token: "" };
}

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

const asksWith = async (cookie: string) =>
  (await fetch(`${consoleUnderTest().baseUrl}/api/v1/confirmations`, { headers: { cookie } })).status;

test("an invitation can be looked at any number of times and used once", async ({ browser }) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const admin = await signedIn(browser, seeded.admin, "/people");
  const name = `Ina-${word()}`;
  const email = `${name.toLowerCase()}@people.example`;
  const link = await invite(admin, email);
  expect(link).toContain(`${baseUrl}/set-password?link=`);
  await admin.getByRole("button", { name: "Done" }).click();
  await expect(admin.getByRole("row", { name: new RegExp(email) })).toContainText("invited");

  for (let look = 0; look < 3; look++) expect(await (await fetch(link)).text()).toContain(email);
  await fetch(link, { method: "HEAD" });
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel("Your name, as others see it").fill(name);
  await page.getByLabel("New password").fill("short");
  await page.getByLabel("The same again").fill("short");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("It has fewer than 8 characters.")).toBeVisible();
  await setPassword(page, link, name);
  await expect(page.getByText("The password is set")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link opens nothing" })).toBeVisible();

  await page.goto(`${baseUrl}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/inbox/);
  await expect(page.getByRole("banner").getByText(name)).toBeVisible();
});

test("an admin changes a role, resets a password, disables and enables, each said before it is done", async ({
  browser,
}) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const admin = await signedIn(browser, seeded.admin, "/people");
  const person = await newcomer(browser, admin, `Rolf-${word()}`);
  const theirs = await signedIn(browser, person, "/people");
  await expect(theirs.getByText("Admins change what is here.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Invite somebody" })).toHaveCount(0);

  await admin.goto(`${baseUrl}/people/${person.id}`);
  await admin.getByLabel("Role").selectOption("auditor");
  await admin.getByRole("button", { name: "Change the role" }).click();
  const dialog = admin.getByRole("dialog");
  await expect(dialog).toContainText(`Make ${person.name} auditor?`);
  // Nothing is focused that a stray key could carry out.
  await admin.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Change the role" }).click();
  await expect(admin.getByRole("definition").filter({ hasText: /^auditor$/ })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("banner").getByText("Auditor")).toBeVisible();

  await admin.getByRole("button", { name: "Password link" }).click();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const shown = admin.getByRole("region", { name: `The link for ${person.name} to set the password anew` });
  const link = (await shown.locator("code").textContent()) ?? "";
  const cookie = await cookieOf(theirs);
  expect(await asksWith(cookie)).toBe(200);
  const elsewhere = await (await browser.newContext()).newPage();
  await setPassword(elsewhere, link);
  await expect(elsewhere.getByText("you are signed out everywhere else")).toBeVisible();
  expect(await asksWith(cookie)).toBe(401);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in/);

  await admin.getByRole("button", { name: "Disable" }).click();
  await expect(dialog).toContainText("They are signed out everywhere at once");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(admin.getByRole("button", { name: "Enable again" })).toBeVisible();
  await expect(admin.getByText("disabled").first()).toBeVisible();
  await admin.getByRole("button", { name: "Enable again" }).click();
  await expect(admin.getByRole("button", { name: "Disable" })).toBeVisible();

  await admin.goto(`${baseUrl}/people/${seeded.admin.id}`);
  await expect(admin.getByText("Another admin changes your role")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Disable" })).toHaveCount(0);
});

/** Ends the session behind a page, one way or the other. */
const ENDS: [string, (page: Page, person: SeededPerson, admin: Page) => Promise<void>][] = [
  [
    "signed out of",
    async (page) => {
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(/\/sign-in/);
    },
  ],
  [
    "ended by an admin",
    async (_page, person, admin) => {
      await admin.goto(`${consoleUnderTest().baseUrl}/people/${person.id}`);
      const sessions = admin.getByRole("region", { name: "Sessions" });
      await expect(sessions).toContainText("Chrome, Linux");
      await sessions.getByRole("button", { name: /^End session/ }).click();
      await admin.getByRole("dialog").getByRole("button", { name: "End session" }).click();
      await expect(sessions).toContainText("Signed in nowhere.");
    },
  ],
];

for (const [how, end] of ENDS) {
  test(`the cookie of a session that was ${how} opens nothing and decides nothing (AUTH-04)`, async ({ browser }) => {
    const { seeded, baseUrl } = consoleUnderTest();
    const admin = await signedIn(browser, seeded.admin, "/people");
    const person = await newcomer(browser, admin, `Kim-${word()}`);
    const { id } = await submit({ tool: `replayed_${word()}`, arguments: { n: 1 } });
    const other = await signedIn(browser, person, "/inbox");
    const page = await other.context().newPage();
    await page.goto(`${baseUrl}/confirmations/${id}`);
    await expect(page.getByRole("button", { name: "Approve", exact: true })).toBeVisible();
    const kept = await page.context().cookies();
    const cookie = await cookieOf(page);
    expect(await asksWith(cookie)).toBe(200);

    await end(other, person, admin);
    await page.context().addCookies(kept);
    expect(await asksWith(cookie)).toBe(401);
    for (const path of [`confirmations/${id}`, `confirmations/${id}/events`]) {
      expect((await fetch(`${baseUrl}/api/v1/${path}`, { headers: { cookie } })).status).toBe(401);
      expect((await fetch(`${baseUrl}/api/console/${path}`, { headers: { cookie } })).status).toBe(401);
    }
    // The page that is still open sends the very action, with the very cookie.
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByText("Your session is over. Nothing was decided").first()).toBeVisible();
    expect((await onRecord(id)).state).toBe("pending");
    await page.goto(`${baseUrl}/inbox`);
    await expect(page).toHaveURL(/\/sign-in/);
  });
}

test("one's own account shows where one is signed in, gives and takes tokens, and says who stands in", async ({
  browser,
}) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const admin = await signedIn(browser, seeded.admin, "/people");
  const person = await newcomer(browser, admin, `Ada-${word()}`);
  const [page, elsewhere] = [await signedIn(browser, person, "/account"), await signedIn(browser, person, "/inbox")];
  const sessions = page.getByRole("region", { name: "Sessions" });
  await page.reload();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByText("this browser")).toHaveCount(1);
  await sessions
    .getByRole("listitem")
    .filter({ hasNotText: "this browser" })
    .getByRole("button", { name: /^End session/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/sign-in/);

  const tokens = page.getByRole("region", { name: "API tokens", exact: true });
  await tokens.getByRole("button", { name: "Issue a token" }).click();
  const token =
    (await tokens
      .locator("code")
      .filter({ hasText: /csr_.{43}/ })
      .textContent()) ?? "";
  await rest("GET", "/confirmations", token);
  await tokens.getByRole("button", { name: "Done" }).click();
  await tokens.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(tokens).toContainText("None.");
  await expect(rest("GET", "/confirmations", token)).rejects.toThrow(/401/);

  const away = page.getByRole("region", { name: "Standing in" });
  await away.getByRole("button", { name: "Set a stand-in" }).click();
  await away.getByRole("button", { name: "Save" }).click();
  await expect(away.getByText("Choose who stands in, and until when.")).toBeVisible();
  await away.getByLabel("Stands in").selectOption(seeded.otherReviewer.id);
  await away.getByLabel("Until").fill("2000-01-01T00:00");
  await away.getByRole("button", { name: "Save" }).click();
  await expect(away.getByText("until: must lie after the beginning")).toBeVisible();
  await away.getByLabel("Until").fill(
    await page.evaluate(() => {
      const ahead = new Date(Date.now() + 2 * 86_400_000);
      return `${ahead.toISOString().slice(0, 10)}T12:00`;
    }),
  );
  await away.getByLabel("Reason").fill("parental leave");
  await away.getByRole("button", { name: "Save" }).click();
  const line = `${seeded.otherReviewer.name} for ${person.name}`;
  await expect(away.getByText(line)).toBeVisible();
  await expect(away).toContainText("parental leave");
  await admin.goto(`${baseUrl}/people`);
  await expect(admin.getByRole("region", { name: "Standing in" })).toContainText(line);
  await away.getByRole("button", { name: `End early: ${line}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End early" }).click();
  await expect(away.getByText(line)).toHaveCount(0);
  await page.goto(`${baseUrl}/audit?kind=delegation.ended`);
  await expect(page.getByText("ended a delegation early").first()).toBeVisible();
});

test("a group is made, filled, renamed and deleted by keyboard alone", async ({ browser }) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const page = await signedIn(browser, seeded.admin, "/people");
  const name = `support-${word()}`;
  const press = async (button: ReturnType<Page["getByRole"]>) => {
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await press(page.getByRole("button", { name: "New group" }));
  await page.getByLabel("Group's name").focus();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("0 members");
  await expect(row).toContainText("Nobody in it can decide");
  await press(row.getByRole("button", { name: `Edit ${name}` }));
  await row.getByRole("checkbox", { name: new RegExp(seeded.reviewer.email) }).focus();
  await page.keyboard.press("Space");
  await press(row.getByRole("button", { name: "Save" }));
  await expect(row).toContainText("1 member");
  await expect(row).toContainText(seeded.reviewer.name);
  await page.reload();
  await press(row.getByRole("button", { name: "Delete" }));
  await expect(page.getByRole("dialog")).toContainText(`Delete the group ${name}?`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row).toHaveCount(1);
  await press(row.getByRole("button", { name: "Delete" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await expect(row).toHaveCount(0);
  await page.goto(`${baseUrl}/audit?kind=group.deleted`);
  await expect(page.getByText("deleted a group").first()).toBeVisible();
});

/** What a page sends for one of its actions. */
async function actionSent(page: Page, act: () => Promise<void>): Promise<Request> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === "POST" && each.headers()["next-action"] !== undefined),
    act(),
  ]);
  return request;
}

test("an agent's key opens no page, no action of a page and no decision, whatever Origin comes with it (AUTH-05)", async ({
  browser,
}) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const admin = await signedIn(browser, seeded.admin, "/people");
  const { id } = await submit({ tool: `by_agent_${word()}`, arguments: {} });
  // Real actions, caught before they reach the server, with everything but the session.
  await admin.route(/.*/, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await admin.getByRole("button", { name: "Invite somebody" }).click();
  await admin.getByLabel("E-mail").fill("agent-made@people.example");
  const invited = await actionSent(admin, () => admin.getByRole("button", { name: "Invite", exact: true }).click());
  await admin.goto(`${baseUrl}/confirmations/${id}`);
  const approved = await actionSent(admin, () => admin.getByRole("button", { name: "Approve", exact: true }).click());
  const snapshot = () =>
    rows(
      "SELECT (SELECT count(*) FROM person) AS people, (SELECT count(*) FROM audit_event WHERE kind LIKE 'person.%') AS events",
    );
  const before = await snapshot();
  const key = `Bearer ${seeded.agent.key}`;
  for (const origin of [undefined, baseUrl]) {
    for (const sent of [invited, approved]) {
      const { "next-action": action, "content-type": type, "next-router-state-tree": tree } = sent.headers();
      const headers: Record<string, string> = {
        "next-action": action ?? "",
        "content-type": type ?? "",
        "next-router-state-tree": tree ?? "",
        ...(origin && { origin }),
      };
      const body = sent.postData() ?? "";
      const withKey = await fetch(sent.url(), { method: "POST", headers: { ...headers, authorization: key }, body });
      expect(withKey.status).toBe(401);
      // With nothing at all the action itself answers, and says that nobody is signed in.
      const withNothing = await fetch(sent.url(), { method: "POST", headers, body });
      expect(await withNothing.text()).toContain('"code":"unauthenticated"');
    }
    const decision = await fetch(`${baseUrl}/api/v1/confirmations/${id}/decision`, {
      method: "POST",
      headers: { authorization: key, "content-type": "application/json", ...(origin && { origin }) },
      body: JSON.stringify({ verdict: "approve" }),
    });
    expect(decision.status).toBe(403);
    for (const path of ["/people", `/people/${seeded.admin.id}`, "/account", "/audit"]) {
      const page = await fetch(`${baseUrl}${path}`, {
        headers: { authorization: key, ...(origin && { origin }) },
        redirect: "manual",
      });
      expect(page.headers.get("location") ?? (await page.text())).toContain("/sign-in");
    }
    for (const path of ["confirmations", "audit", "summary", "insights"]) {
      const read = await fetch(`${baseUrl}/api/console/${path}`, { headers: { authorization: key } });
      expect([401, 403], path).toContain(read.status);
    }
  }
  expect(await snapshot()).toEqual(before);
  expect((await onRecord(id)).state).toBe("pending");
});

test("on a phone every page about people fits, and is reached from the foot", async ({ browser }) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(page, seeded.admin);
  await page.getByRole("link", { name: "More", exact: true }).click();
  await page.waitForURL(/\/account/);
  await page.getByRole("navigation", { name: "More pages" }).getByRole("link", { name: "People" }).click();
  await page.waitForURL(/\/people/);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  for (const path of [null, `/people/${seeded.reviewer.id}`, "/account"]) {
    if (path) await page.goto(`${baseUrl}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test("times are the reader's own, and a page from the server becomes one in the browser without a fault", async ({
  browser,
}) => {
  const { seeded, baseUrl } = consoleUnderTest();
  const page = await (await browser.newContext({ timezoneId: "Asia/Tokyo" })).newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await signIn(page, seeded.admin, "/people");
  await page
    .getByRole("row", { name: /Ada/ })
    .getByText(/now|ago/)
    .last()
    .waitFor();
  await page.goto(`${baseUrl}/people/${seeded.admin.id}`);
  const [session] = await rows<{ text: string }>(
    `SELECT to_char(max(created_at) AT TIME ZONE 'Asia/Tokyo', 'HH24:MI') AS text FROM person_session WHERE person_id = $1`,
    seeded.admin.id,
  );
  await expect(page.getByRole("region", { name: "Sessions" })).toContainText(session?.text ?? "nothing");
  await page.goto(`${baseUrl}/account`);
  await expect(page.getByRole("region", { name: "Sessions" })).toContainText(session?.text ?? "nothing");
  expect(faults).toEqual([]);
});
