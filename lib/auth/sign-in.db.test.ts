import nextAuth from "next-auth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditActor } from "@/lib/kernel/audit-kinds";
import { provideSettings } from "@/lib/settings";
import { addAgent, shutOut } from "@/lib/store/agents";
import { database } from "@/lib/store/database";
import { addPerson, disablePerson, issuePersonToken, setRole } from "@/lib/store/people";
import { authenticate } from "./authenticate";
import { authOptions } from "./options";
import { ATTEMPTS_PER_ADDRESS, ATTEMPTS_PER_EMAIL } from "./sign-in";

const OPERATOR: AuditActor = { kind: "operator", name: "manage" };
const PASSWORD = "correct horse battery";
const URL_OF_OURS = "http://approvals.test:4999";

/** One browser: what next-auth sets is sent again, and every answer's cookies are kept to be looked at. */
class Browser {
  cookies: Record<string, string> = {};
  lastSetCookies: string[] = [];

  async send(
    method: "GET" | "POST",
    path: string[],
    body: Record<string, unknown> = {},
    headers: Record<string, string> = {},
    onSignOutFailed?: (error: unknown) => void,
  ): Promise<{ status: number; url?: string; body?: unknown }> {
    const answer: { status: number; url?: string; body?: unknown } = { status: 200 };
    const set: Record<string, unknown> = {};
    const response = {
      status: (code: number) => {
        answer.status = code;
        return response;
      },
      getHeader: (name: string) => set[name],
      setHeader: (name: string, value: unknown) => {
        set[name] = value;
        return response;
      },
      json: (value: { url?: string }) => {
        answer.url = value.url;
      },
      send: (value: unknown) => {
        answer.body = value;
      },
      end: () => {},
    };
    const request = {
      method,
      query: { nextauth: path },
      body: { ...body, json: "true" },
      cookies: this.cookies,
      headers: { host: "evil.example", ...headers },
    };
    await nextAuth(request as never, response as never, authOptions(onSignOutFailed));
    this.lastSetCookies = (set["Set-Cookie"] as string[] | undefined) ?? [];
    for (const line of this.lastSetCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") delete this.cookies[name];
      else this.cookies[name] = decodeURIComponent(value);
    }
    return answer;
  }

  async csrfToken(): Promise<string> {
    return ((await this.send("GET", ["csrf"])).body as { csrfToken: string }).csrfToken;
  }

  async signIn(email: unknown, password: unknown, more: Record<string, unknown> = {}, headers = {}) {
    const csrfToken = await this.csrfToken();
    const answer = await this.send(
      "POST",
      ["callback", "credentials"],
      { csrfToken, email, password, ...more },
      headers,
    );
    return { ...answer, error: answer.url ? new URL(answer.url).searchParams.get("error") : null };
  }

  async signOut(onSignOutFailed?: (error: unknown) => void) {
    return this.send("POST", ["signout"], { csrfToken: await this.csrfToken() }, {}, onSignOutFailed);
  }

  request(headers: Record<string, string> = {}): Request {
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    return new Request(`${URL_OF_OURS}/api/v1/confirmations`, { headers: cookie ? { cookie, ...headers } : headers });
  }

  /** Whom the cookies speak for now. */
  async person() {
    const who = await authenticate(this.request(), { cookie: true });
    return who.ok && who.principal.kind === "person" ? who.principal : null;
  }
}

function bearer(credential: string): Request {
  return new Request(`${URL_OF_OURS}/api/v1/confirmations`, { headers: { authorization: credential } });
}

async function events(
  kind: string,
): Promise<{ actorKind: string; actorName: string; data: Record<string, unknown> }[]> {
  const rows = await database().auditEvent.findMany({ where: { kind }, orderBy: { id: "asc" } });
  return rows.map(({ actorKind, actorName, data }) => ({ actorKind, actorName, data: JSON.parse(data) }));
}

async function person(email: string, role: "admin" | "reviewer" | "auditor" = "reviewer") {
  return addPerson({ email, name: email, role, password: PASSWORD }, OPERATOR);
}

beforeAll(() => {
  provideSettings({
    COUNTERSIGN_URL: URL_OF_OURS,
    COUNTERSIGN_SECRET: "a secret for tests that is long enough",
    COUNTERSIGN_TRUST_PROXY: "true",
  });
});

describe("signing in", () => {
  beforeAll(async () => {
    await person("led@example.com");
  });

  test("opens a session that the cookie only names, and the audit knows it", async () => {
    const { id } = await person("ada@example.com");
    const browser = new Browser();
    const answer = await browser.signIn("Ada@Example.com", PASSWORD, { callbackUrl: "/confirmations/7?tab=history" });
    expect(answer).toMatchObject({ status: 200, error: null, url: `${URL_OF_OURS}/confirmations/7?tab=history` });
    expect(await browser.person()).toMatchObject({ id, role: "reviewer", credential: { kind: "session" } });
    const [event] = await events("person.signed_in");
    expect(event).toMatchObject({ actorKind: "person", actorName: "ada@example.com" });
    const seen = JSON.stringify((await browser.send("GET", ["session"])).body);
    expect(Object.keys(JSON.parse(seen))).toEqual(["expires"]);
  });

  test("sets cookies that scripts cannot read and other sites do not send, marked secure over https", async () => {
    await person("cookie@example.com");
    const browser = new Browser();
    await browser.signIn("cookie@example.com", PASSWORD);
    const plain = browser.lastSetCookies.find((line) => line.startsWith("next-auth.session-token="));
    expect(plain).toMatch(/HttpOnly/);
    expect(plain).toMatch(/SameSite=Lax/);
    expect(plain).not.toMatch(/Secure/);

    provideSettings({ COUNTERSIGN_URL: "https://approvals.test" });
    try {
      const secure = new Browser();
      await secure.signIn("cookie@example.com", PASSWORD);
      const line = secure.lastSetCookies.find((text) => text.startsWith("__Secure-next-auth.session-token="));
      expect(line).toMatch(/HttpOnly.*Secure.*SameSite=Lax/);
      expect(await secure.person()).not.toBeNull();
    } finally {
      provideSettings({ COUNTERSIGN_URL: URL_OF_OURS });
    }
  });

  test.each([
    "https://evil.example/x",
    "//evil.example",
    "/\\evil.example",
    "https://approvals.test:4999@evil.example",
  ])("never leads to %j, nor to the host that the request names", async (callbackUrl) => {
    const answer = await new Browser().signIn("led@example.com", PASSWORD, { callbackUrl });
    expect(answer.error).toBeNull();
    expect(new URL(answer.url ?? "").origin).toBe(URL_OF_OURS);
  });

  test("without the page's own token opens nothing", async () => {
    await person("csrf@example.com");
    const browser = new Browser();
    await browser.send("POST", ["callback", "credentials"], { email: "csrf@example.com", password: PASSWORD });
    expect(await browser.person()).toBeNull();
  });

  test("answers an unknown e-mail, a wrong password, a disabled person and one without a password all the same", async () => {
    await person("known@example.com");
    await person("was@example.com");
    await disablePerson("was@example.com", OPERATOR);
    await addPerson({ email: "token-only@example.com", role: "reviewer" }, OPERATOR);
    const answers = [
      await new Browser().signIn("unknown@example.com", PASSWORD),
      await new Browser().signIn("known@example.com", "a wrong password"),
      await new Browser().signIn("was@example.com", PASSWORD),
      await new Browser().signIn("token-only@example.com", PASSWORD),
      await new Browser().signIn("not an e-mail \u0000", PASSWORD),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, error: "CredentialsSignin" });
    const refused = await events("person.sign_in_refused");
    expect(refused.map(({ data }) => data.why)).toEqual([
      "unknown_email",
      "wrong_password",
      "disabled",
      "no_password_set",
      "unknown_email",
    ]);
    expect(refused.map(({ actorKind }) => actorKind)).toEqual(Array(5).fill("gate"));
    expect(refused[4]?.data.email).toBe("not an e-mail \u0000");
  });

  test("refuses values that are no texts, without an error of ours", async () => {
    const answer = await new Browser().signIn({ contains: "@" }, [PASSWORD]);
    expect(answer).toMatchObject({ status: 401, error: "CredentialsSignin" });
  });

  test("leaves no password and no session secret in the audit, and cuts what was typed as an e-mail", async () => {
    const secret = "my-very-secret-password";
    const browser = new Browser();
    await browser.signIn(`${"x".repeat(500)}@example.com`, secret);
    const all = JSON.stringify((await database().auditEvent.findMany()).map(({ data }) => data));
    expect(all).not.toContain(secret);
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain("argon2");
    expect((await events("person.sign_in_refused")).at(-1)?.data.email).toBe("x".repeat(200));
  });
});

describe("the throttle of sign-in", () => {
  beforeEach(async () => {
    await database().throttle.deleteMany();
  });

  test("looks at ten of fifty parallel attempts on one e-mail and tells the others when to come back", async () => {
    await person("target@example.com");
    const before = (await events("person.sign_in_refused")).length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => new Browser().signIn("target@example.com", "a wrong password")),
    );
    const throttled = answers.filter(({ error }) => error?.startsWith("throttled:"));
    expect(answers.filter(({ error }) => error === "CredentialsSignin")).toHaveLength(ATTEMPTS_PER_EMAIL);
    expect(throttled).toHaveLength(40);
    for (const { error } of throttled) expect(Number(error?.split(":")[1])).toBeGreaterThan(800);
    // The right password is not looked at either, or a guesser would learn it from the difference.
    expect((await new Browser().signIn("TARGET@example.com", PASSWORD)).error).toMatch(/^throttled:/);
    const recorded = (await events("person.sign_in_refused")).slice(before);
    expect(recorded.filter(({ data }) => data.why === "throttled")).toHaveLength(1);
    expect(recorded).toHaveLength(ATTEMPTS_PER_EMAIL + 1);
  });

  test("forgets an e-mail's attempts after a success", async () => {
    await person("clumsy@example.com");
    for (let round = 0; round < 2; round++) {
      for (let attempt = 1; attempt < ATTEMPTS_PER_EMAIL; attempt++) {
        expect((await new Browser().signIn("clumsy@example.com", "wrong")).error).toBe("CredentialsSignin");
      }
      expect((await new Browser().signIn("clumsy@example.com", PASSWORD)).error).toBeNull();
    }
  });

  test("counts one address over many e-mails, and only what the proxy itself wrote", async () => {
    const attempt = (index: number, forwarded: string) =>
      new Browser().signIn(`many${index}@example.com`, "wrong", {}, { "x-forwarded-for": forwarded });
    const answers = await Promise.all(
      Array.from({ length: ATTEMPTS_PER_ADDRESS + 5 }, (_, index) => attempt(index, `10.0.0.${index}, 203.0.113.7`)),
    );
    expect(answers.filter(({ error }) => error === "CredentialsSignin")).toHaveLength(ATTEMPTS_PER_ADDRESS);
    expect((await attempt(99, "203.0.113.8")).error).toBe("CredentialsSignin");
  });
});

describe("a session", () => {
  test("is dead after signing out, for a cookie that was kept as well", async () => {
    await person("leaver@example.com");
    const browser = new Browser();
    await browser.signIn("leaver@example.com", PASSWORD);
    const kept = new Browser();
    kept.cookies = { ...browser.cookies };
    expect(await kept.person()).not.toBeNull();
    await browser.signOut();
    expect(browser.cookies["next-auth.session-token"]).toBeUndefined();
    expect(await kept.person()).toBeNull();
    expect((await events("person.signed_out")).at(-1)).toMatchObject({ actorName: "leaver@example.com" });
  });

  test("that could not be ended is reported, not passed off as ended", async () => {
    await person("stays@example.com");
    const browser = new Browser();
    await browser.signIn("stays@example.com", PASSWORD);
    const kept = new Browser();
    kept.cookies = { ...browser.cookies };
    await database().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT refuse_all CHECK (false) NOT VALID`;
    let failure: unknown;
    try {
      await browser.signOut((error) => {
        failure = error;
      });
    } finally {
      await database().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT refuse_all`;
    }
    expect(failure).toBeInstanceOf(Error);
    expect(await kept.person()).not.toBeNull();
  });

  test("is not opened where the event cannot be written, and nothing of the reason gets out", async () => {
    await person("unlogged@example.com");
    await database().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT refuse_all CHECK (false) NOT VALID`;
    const browser = new Browser();
    try {
      expect((await browser.signIn("unlogged@example.com", PASSWORD)).error).toBe("unavailable");
    } finally {
      await database().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT refuse_all`;
    }
    expect(await browser.person()).toBeNull();
  });

  test("shows a changed role, and a disabled person nothing, at the very next request", async () => {
    await person("stays-admin@example.com", "admin");
    await person("changing@example.com", "admin");
    const browser = new Browser();
    await browser.signIn("changing@example.com", PASSWORD);
    expect((await browser.person())?.role).toBe("admin");
    await setRole("changing@example.com", "auditor", OPERATOR);
    expect((await browser.person())?.role).toBe("auditor");
    await disablePerson("changing@example.com", OPERATOR);
    expect(await browser.person()).toBeNull();
  });

  test("cannot be made up: a cookie under another secret, or cut, speaks for nobody", async () => {
    await person("forged@example.com");
    const browser = new Browser();
    await browser.signIn("forged@example.com", PASSWORD);
    const cookie = browser.cookies["next-auth.session-token"] ?? "";
    browser.cookies["next-auth.session-token"] = cookie.slice(0, -4);
    expect(await browser.person()).toBeNull();
    browser.cookies["next-auth.session-token"] = cookie;
    provideSettings({ COUNTERSIGN_SECRET: "another secret for tests, long enough" });
    expect(await browser.person()).toBeNull();
    provideSettings({ COUNTERSIGN_SECRET: "a secret for tests that is long enough" });
    expect(await browser.person()).not.toBeNull();
  });
});

describe("a request", () => {
  test("by an agent's key is the agent's, until it is disabled", async () => {
    const { agent, key } = await addAgent("request-bot", OPERATOR);
    expect(await authenticate(bearer(`Bearer ${key}`), {})).toMatchObject({
      ok: true,
      principal: { kind: "agent", id: agent.id, name: "request-bot" },
    });
    await shutOut({ name: "request-bot" }, OPERATOR);
    expect(await authenticate(bearer(`Bearer ${key}`), {})).toMatchObject({ refusal: { code: "unauthenticated" } });
  });

  test("by a person's token is the person's", async () => {
    const { id } = await person("by-token@example.com");
    const token = await issuePersonToken("by-token@example.com", OPERATOR);
    expect(await authenticate(bearer(`bearer ${token}`), {})).toMatchObject({
      ok: true,
      principal: { kind: "person", id, credential: { kind: "token" } },
    });
  });

  test("by a cookie is the person's only where that is allowed", async () => {
    await person("by-cookie@example.com");
    const browser = new Browser();
    await browser.signIn("by-cookie@example.com", PASSWORD);
    expect((await authenticate(browser.request(), { cookie: true })).ok).toBe(true);
    expect(await authenticate(browser.request(), {})).toMatchObject({ refusal: { code: "unauthenticated" } });
  });

  test("with an Authorization header that is no good is nobody's, even beside a good cookie", async () => {
    await person("beside@example.com");
    const browser = new Browser();
    await browser.signIn("beside@example.com", PASSWORD);
    const unknown = `Bearer csa_${"A".repeat(43)}`;
    const sessionToken = `Bearer ${browser.cookies["next-auth.session-token"]}`;
    for (const authorization of [
      "",
      "Bearer",
      "Bearer ",
      "Basic YTpi",
      "Bearer csa_x",
      "csa_x",
      unknown,
      sessionToken,
    ]) {
      expect(await authenticate(browser.request({ authorization }), { cookie: true })).toMatchObject({
        ok: false,
        refusal: { code: "unauthenticated" },
      });
    }
  });

  test("that the database cannot answer is an error, not a stranger's", async () => {
    await database().$executeRaw`ALTER TABLE agent_key RENAME TO agent_key_away`;
    try {
      await expect(authenticate(bearer(`Bearer csa_${"A".repeat(43)}`), {})).rejects.toThrow();
    } finally {
      await database().$executeRaw`ALTER TABLE agent_key_away RENAME TO agent_key`;
    }
  });
});
