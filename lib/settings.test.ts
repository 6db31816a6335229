import { describe, expect, it } from "vitest";
import { PASSWORD_LEAST_CHARACTERS, PASSWORD_MOST_CHARACTERS } from "./auth/passwords";
import { parseSettings, SettingsError, settingsTable } from "./settings";

function complaint(environment: Record<string, string>): string {
  try {
    parseSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("settings", () => {
  it("an empty environment gives the documented defaults", () => {
    expect(parseSettings({})).toEqual({
      port: 3000,
      databaseUrl: undefined,
      dataDir: ".data",
      url: "http://localhost:3000",
      secret: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      role: "all",
      rateLimit: 600,
      sweepSeconds: 5,
      escalation: true,
      poolSize: 10,
      waitWindowSeconds: 60,
      decisionWindowSeconds: 86_400,
      startWindowSeconds: 900,
      outcomeWindowSeconds: 600,
      logLevel: "info",
      trustProxy: false,
      passwordSignIn: true,
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcName: "single sign-on",
      oidcScopes: "openid email profile",
      oidcGroupsClaim: "groups",
      oidcRoles: undefined,
    });
  });

  it("an identity provider is whole or refused, and only beside it can password sign-in be off", () => {
    const provider = {
      COUNTERSIGN_OIDC_ISSUER: "https://id.example.com",
      COUNTERSIGN_OIDC_CLIENT_ID: "countersign",
      COUNTERSIGN_OIDC_CLIENT_SECRET: "s",
    };
    expect(complaint({ COUNTERSIGN_OIDC_ISSUER: "https://id.example.com" }).split("\n")).toHaveLength(2);
    expect(complaint({ COUNTERSIGN_PASSWORD_SIGN_IN: "false" })).toMatch(/^COUNTERSIGN_PASSWORD_SIGN_IN /);
    expect(complaint({ ...provider, COUNTERSIGN_OIDC_ISSUER: "http://id.example.com" })).toMatch(/ISSUER is not valid/);
    expect(parseSettings({ ...provider, COUNTERSIGN_PASSWORD_SIGN_IN: "false" }).passwordSignIn).toBe(false);
  });

  it("a map of groups to roles is read whole, and one that is not understood stops the start", () => {
    const read = (text: string) => parseSettings({ COUNTERSIGN_OIDC_ROLES: text }).oidcRoles;
    expect(read("approvers=reviewer, platform-admins=admin,a=b=auditor")).toEqual(
      new Map([
        ["approvers", "reviewer"],
        ["platform-admins", "admin"],
        ["a=b", "auditor"],
      ]),
    );
    for (const text of ["approvers", "approvers=boss", "=admin", "a=admin,a=reviewer", "a=admin,"]) {
      expect(complaint({ COUNTERSIGN_OIDC_ROLES: text }), text).toMatch(/^COUNTERSIGN_OIDC_ROLES is not valid/);
    }
  });

  it("the default URL follows the port, and a given one loses its last slash", () => {
    expect(parseSettings({ PORT: "4100" }).url).toBe("http://localhost:4100");
    expect(parseSettings({ COUNTERSIGN_URL: "https://approvals.example.com/" }).url).toBe(
      "https://approvals.example.com",
    );
  });

  it("an empty text is the same as unset", () => {
    expect(parseSettings({ PORT: "", DATABASE_URL: " " })).toEqual(parseSettings({}));
  });

  it("zero switches the rate limit and the sweep off", () => {
    const { rateLimit, sweepSeconds } = parseSettings({ COUNTERSIGN_RATE_LIMIT: "0", COUNTERSIGN_SWEEP_SECONDS: "0" });
    expect({ rateLimit, sweepSeconds }).toEqual({ rateLimit: 0, sweepSeconds: 0 });
  });

  it.each([
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "80a"],
    ["PORT", "-1"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "nonsense"],
    ["COUNTERSIGN_URL", "ftp://example.com"],
    ["COUNTERSIGN_URL", "https://example.com/path"],
    ["COUNTERSIGN_SECRET", "thirty-one bytes are not enough"],
    ["COUNTERSIGN_ADMIN_EMAIL", "nobody"],
    ["COUNTERSIGN_ADMIN_PASSWORD", "x".repeat(PASSWORD_LEAST_CHARACTERS - 1)],
    ["COUNTERSIGN_ADMIN_PASSWORD", "x".repeat(PASSWORD_MOST_CHARACTERS + 1)],
    ["COUNTERSIGN_ROLE", "both"],
    ["COUNTERSIGN_RATE_LIMIT", "1.5"],
    ["COUNTERSIGN_SWEEP_SECONDS", "5s"],
    ["COUNTERSIGN_POOL_SIZE", "1"],
    ["COUNTERSIGN_WAIT_WINDOW", "11m"],
    ["COUNTERSIGN_WAIT_WINDOW", "060s"],
    ["COUNTERSIGN_DECISION_WINDOW", "31d"],
    ["COUNTERSIGN_START_WINDOW", "9s"],
    ["COUNTERSIGN_OUTCOME_WINDOW", "25h"],
    ["COUNTERSIGN_LOG_LEVEL", "loud"],
    ["COUNTERSIGN_TRUST_PROXY", "maybe"],
  ])("a bad %s stops the start with its name and what it accepts", (name, value) => {
    const accepts = settingsTable.find((line) => line.name === name)?.accepts;
    expect(complaint({ [name]: value })).toBe(`${name} is not valid: it takes ${accepts}.`);
  });

  it("a first admin's password is accepted at both limits of any password", () => {
    for (const length of [PASSWORD_LEAST_CHARACTERS, PASSWORD_MOST_CHARACTERS]) {
      const password = "x".repeat(length);
      expect(parseSettings({ COUNTERSIGN_ADMIN_PASSWORD: password }).adminPassword).toBe(password);
    }
  });

  it("windows are accepted at both of their limits", () => {
    const least = parseSettings({ COUNTERSIGN_WAIT_WINDOW: "1s", COUNTERSIGN_START_WINDOW: "10s" });
    const most = parseSettings({ COUNTERSIGN_WAIT_WINDOW: "10m", COUNTERSIGN_DECISION_WINDOW: "30d" });
    expect([least.waitWindowSeconds, least.startWindowSeconds]).toEqual([1, 10]);
    expect([most.waitWindowSeconds, most.decisionWindowSeconds]).toEqual([600, 2_592_000]);
  });

  it("no complaint carries the value, which may be a secret", () => {
    expect(complaint({ COUNTERSIGN_SECRET: "hunter2", DATABASE_URL: "hunter2" })).not.toContain("hunter2");
  });

  it("every bad variable is named at once", () => {
    expect(complaint({ PORT: "x", COUNTERSIGN_ROLE: "x" }).split("\n")).toHaveLength(2);
  });
});
