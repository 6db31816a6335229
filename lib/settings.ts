import { z } from "zod";
import { ROLES, type Role } from "./kernel/principal";
import { isWithinLimits, parseDurationSeconds, WINDOWS, type WindowName, writeDuration } from "./kernel/windows";

/** A variable that stops the start. Its message is meant for the operator, whole, without a stack. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** One variable of the environment: how README names it, and how it is read. */
type Setting<T> = {
  name: string;
  meaning: string;
  /** As README writes it. */
  default: string;
  accepts: string;
  schema: z.ZodType<T, string | undefined>;
};

const SECRET_LEAST_BYTES = 32;

const wholeNumber = (least: number, most: number, fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .optional()
    .transform((value) => value ?? fallback);

const oneOf = <const T extends string>(words: readonly T[], fallback: T) =>
  z
    .enum(words)
    .optional()
    .transform((value) => value ?? fallback);

const address = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

/** One of DESIGN's windows; the limits are the kernel's, the default is what an agent gets that asks for none. */
function windowSetting(name: string, window: WindowName, meaning: string): Setting<number> {
  const { default: fallback, least, most } = WINDOWS[window];
  return {
    name,
    meaning,
    default: writeDuration(fallback),
    accepts: `a duration such as 90s, 15m, 24h or 7d, from ${writeDuration(least)} to ${writeDuration(most)}`,
    schema: z
      .string()
      .transform((text) => parseDurationSeconds(text) ?? 0)
      .refine((seconds) => isWithinLimits(window, seconds))
      .optional()
      .transform((seconds) => seconds ?? fallback),
  };
}

const TABLE = {
  port: {
    name: "PORT",
    meaning: "the port the console and the API listen on",
    default: "3000",
    accepts: "a whole number from 1 to 65535",
    schema: wholeNumber(1, 65_535, 3000),
  },
  databaseUrl: {
    name: "DATABASE_URL",
    meaning: "a PostgreSQL 15 or later to use; unset: the embedded one",
    default: "unset",
    accepts: "an address such as postgresql://user:password@host:5432/database",
    schema: address(["postgres:", "postgresql:"]).optional(),
  },
  dataDir: {
    name: "COUNTERSIGN_DATA_DIR",
    meaning: "where the embedded database and generated secrets live",
    default: ".data",
    accepts: "the path of a folder",
    schema: z
      .string()
      .optional()
      .transform((path) => path ?? ".data"),
  },
  url: {
    name: "COUNTERSIGN_URL",
    meaning: "the public base URL, used in links and for sign-in",
    default: "http://localhost:$PORT",
    accepts: "an http or https address without a path, such as https://approvals.example.com",
    schema: address(["http:", "https:"])
      .refine((text) => {
        const { pathname, search, hash, username } = new URL(text);
        return pathname === "/" && !search && !hash && !username;
      })
      .transform((text) => new URL(text).origin)
      .optional(),
  },
  secret: {
    name: "COUNTERSIGN_SECRET",
    meaning: "the session and signing secret; unset: generated once into the data folder",
    default: "generated",
    accepts: `a text of ${SECRET_LEAST_BYTES} bytes or more`,
    schema: z
      .string()
      .refine((text) => Buffer.byteLength(text) >= SECRET_LEAST_BYTES)
      .optional(),
  },
  adminEmail: {
    name: "COUNTERSIGN_ADMIN_EMAIL",
    meaning: "the first admin's e-mail, on the first start only",
    default: "generated",
    accepts: "an e-mail address",
    schema: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/)
      .transform((text) => text.toLowerCase())
      .optional(),
  },
  adminPassword: {
    name: "COUNTERSIGN_ADMIN_PASSWORD",
    meaning: "the first admin's password, on the first start only",
    default: "generated",
    accepts: "a text of 8 to 1024 characters",
    schema: z.string().min(8).max(1024).optional(),
  },
  role: {
    name: "COUNTERSIGN_ROLE",
    meaning: "what this process does: serve the console and the API (web), work the queue (worker), or both (all)",
    default: "all",
    accepts: "all, web or worker",
    schema: oneOf(["all", "web", "worker"], "all"),
  },
  rateLimit: {
    name: "COUNTERSIGN_RATE_LIMIT",
    meaning: "requests a minute for one key; 0: no limit",
    default: "600",
    accepts: "a whole number from 0 to 1000000",
    schema: wholeNumber(0, 1_000_000, 600),
  },
  sweepSeconds: {
    name: "COUNTERSIGN_SWEEP_SECONDS",
    meaning: "seconds between sweeps; 0: never, and every promise still holds",
    default: "5",
    accepts: "a whole number from 0 to 86400",
    schema: wholeNumber(0, 86_400, 5),
  },
  escalation: {
    name: "COUNTERSIGN_ESCALATION",
    meaning: "whether people are told at a tier's boundary, and admins of what expired; who may decide stays the same",
    default: "on",
    accepts: "on or off",
    schema: oneOf(["on", "off"], "on").transform((word) => word === "on"),
  },
  poolSize: {
    name: "COUNTERSIGN_POOL_SIZE",
    meaning: "database connections one process holds at most",
    default: "10",
    accepts: "a whole number from 2 to 200",
    schema: wholeNumber(2, 200, 10),
  },
  waitWindowSeconds: windowSetting("COUNTERSIGN_WAIT_WINDOW", "wait", "how long an agent waits, unless it says"),
  decisionWindowSeconds: windowSetting(
    "COUNTERSIGN_DECISION_WINDOW",
    "decision",
    "how long a confirmation can be decided, unless the agent says",
  ),
  startWindowSeconds: windowSetting("COUNTERSIGN_START_WINDOW", "start", "how long an approval can be claimed"),
  outcomeWindowSeconds: windowSetting(
    "COUNTERSIGN_OUTCOME_WINDOW",
    "outcome",
    "how long after a claim its outcome is due",
  ),
  logLevel: {
    name: "COUNTERSIGN_LOG_LEVEL",
    meaning: "the least severe log line that is written",
    default: "info",
    accepts: "trace, debug, info, warn, error, fatal or silent",
    schema: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "info"),
  },
  trustProxy: {
    name: "COUNTERSIGN_TRUST_PROXY",
    meaning: "believe X-Forwarded-For; only behind a proxy that sets it itself",
    default: "false",
    accepts: "true or false",
    schema: oneOf(["true", "false"], "false").transform((word) => word === "true"),
  },
  passwordSignIn: {
    name: "COUNTERSIGN_PASSWORD_SIGN_IN",
    meaning: "whether people can sign in by password; false only beside an identity provider",
    default: "true",
    accepts: "true or false",
    schema: oneOf(["true", "false"], "true").transform((word) => word === "true"),
  },
  oidcIssuer: {
    name: "COUNTERSIGN_OIDC_ISSUER",
    meaning: "an OpenID Connect provider to sign in at; unset: none",
    default: "unset",
    accepts: "the provider's issuer, an https address (http on localhost alone)",
    schema: address(["http:", "https:"])
      .refine(
        (text) => new URL(text).protocol === "https:" || ["localhost", "127.0.0.1"].includes(new URL(text).hostname),
      )
      .optional(),
  },
  oidcClientId: {
    name: "COUNTERSIGN_OIDC_CLIENT_ID",
    meaning: "what the provider calls this console",
    default: "unset",
    accepts: "a text; needed with an issuer",
    schema: z.string().optional(),
  },
  oidcClientSecret: {
    name: "COUNTERSIGN_OIDC_CLIENT_SECRET",
    meaning: "the secret the provider gave it",
    default: "unset",
    accepts: "a text; needed with an issuer",
    schema: z.string().optional(),
  },
  oidcName: {
    name: "COUNTERSIGN_OIDC_NAME",
    meaning: "the provider's name on the sign-in button",
    default: "single sign-on",
    accepts: "a text of 1 to 60 characters",
    schema: z
      .string()
      .max(60)
      .optional()
      .transform((text) => text ?? "single sign-on"),
  },
  oidcScopes: {
    name: "COUNTERSIGN_OIDC_SCOPES",
    meaning: "what is asked of the provider",
    default: "openid email profile",
    accepts: "scopes with a space between, openid and email among them",
    schema: z
      .string()
      .refine((text) => ["openid", "email"].every((scope) => text.split(" ").includes(scope)))
      .optional()
      .transform((text) => text ?? "openid email profile"),
  },
  oidcGroupsClaim: {
    name: "COUNTERSIGN_OIDC_GROUPS_CLAIM",
    meaning: "the claim that holds a person's groups at the provider",
    default: "groups",
    accepts: "a claim's name",
    schema: z
      .string()
      .optional()
      .transform((text) => text ?? "groups"),
  },
  oidcRoles: {
    name: "COUNTERSIGN_OIDC_ROLES",
    meaning:
      "which of the provider's groups give which role, of several the strongest; unset: only people known here sign in, with the role they have here",
    default: "unset",
    accepts: "group=role pairs with a comma between, such as approvers=reviewer,platform-admins=admin",
    schema: z
      .string()
      .transform((text) => readRoleMap(text))
      .refine((map) => map !== null)
      .optional(),
  },
} satisfies Record<string, Setting<unknown>>;

/** Roles by the provider's groups; null where the text is no such map. */
function readRoleMap(text: string): ReadonlyMap<string, Role> | null {
  const map = new Map<string, Role>();
  for (const pair of text.split(",")) {
    const at = pair.lastIndexOf("=");
    const group = pair.slice(0, Math.max(0, at)).trim();
    const role = ROLES.find((known) => known === pair.slice(at + 1).trim());
    if (!group || !role || map.has(group)) return null;
    map.set(group, role);
  }
  return map;
}

type Read = { [K in keyof typeof TABLE]: z.infer<(typeof TABLE)[K]["schema"]> };

/** Everything that can be set, parsed. `databaseUrl` and `secret` are filled in by the start where they were unset. */
export type Settings = Omit<Read, "url"> & { url: string };

/** One line for each variable, in README's order. */
export const settingsTable: readonly Pick<Setting<unknown>, "name" | "meaning" | "default" | "accepts">[] =
  Object.values(TABLE).map(({ name, meaning, default: fallback, accepts }) => ({
    name,
    meaning,
    default: fallback,
    accepts,
  }));

/**
 * Reads an environment whole. An empty text is the same as unset, as container tools write it.
 *
 * @throws SettingsError with every bad variable's name and what it accepts; never its value, which may be a secret
 */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const read: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [key, { name, accepts, schema }] of Object.entries<Setting<unknown>>(TABLE)) {
    const text = environment[name];
    const result = schema.safeParse(text?.trim() ? text : undefined);
    if (result.success) read[key] = result.data;
    else complaints.push(`${name} is not valid: it takes ${accepts}.`);
  }
  complaints.push(...missing(read as Read));
  if (complaints.length > 0) throw new SettingsError(complaints.join("\n"));
  const parsed = read as Read;
  return { ...parsed, url: parsed.url ?? `http://localhost:${parsed.port}` };
}

/** What one variable needs of another. */
function missing(read: Partial<Read>): string[] {
  const complaints: string[] = [];
  if (read.oidcIssuer && !read.oidcClientId) {
    complaints.push("COUNTERSIGN_OIDC_CLIENT_ID is not set, and COUNTERSIGN_OIDC_ISSUER needs it.");
  }
  if (read.oidcIssuer && !read.oidcClientSecret) {
    complaints.push("COUNTERSIGN_OIDC_CLIENT_SECRET is not set, and COUNTERSIGN_OIDC_ISSUER needs it.");
  }
  if (read.passwordSignIn === false && !read.oidcIssuer) {
    complaints.push("COUNTERSIGN_PASSWORD_SIGN_IN is false, and without COUNTERSIGN_OIDC_ISSUER nobody could sign in.");
  }
  return complaints;
}

let parsed: Settings | undefined;

/** This process's settings, read at the first use. */
export function settings(): Settings {
  parsed ??= parseSettings(process.env);
  return parsed;
}

/** Sets what the start found out or generated, for this process and its children, and reads the settings anew. */
export function provideSettings(values: Record<string, string>): Settings {
  Object.assign(process.env, values);
  parsed = undefined;
  return settings();
}
