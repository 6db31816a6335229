import type { Page } from "@playwright/test";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import type { SeededPerson } from "@/lib/ops/testing/seeded";

export type Submitted = { id: string; state: string; decision?: { reason?: string }; effective_arguments?: unknown };

/** One REST call with a key or a token. A body given as text is sent as it is. */
export async function rest(
  method: "GET" | "POST",
  path: string,
  key: string,
  body?: unknown,
  { baseUrl } = consoleUnderTest() as { baseUrl: string },
): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

/** Files a confirmation as the seeded agent. */
export async function submit(body: unknown): Promise<Submitted> {
  return JSON.parse(await rest("POST", "/confirmations", consoleUnderTest().seeded.agent.key, body));
}

/** What is on record, as the agent reads it. */
export async function onRecord(id: string): Promise<Submitted> {
  return JSON.parse(await rest("GET", `/confirmations/${id}`, consoleUnderTest().seeded.agent.key));
}

/** Signs in by the page and comes out at the given address. */
export async function signIn(
  page: Page,
  person: Pick<SeededPerson, "email" | "password">,
  at = "/inbox",
  { baseUrl } = consoleUnderTest() as { baseUrl: string },
) {
  await page.goto(`${baseUrl}/sign-in?callbackUrl=${encodeURIComponent(at)}`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}
