import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/lib/ops/project-root";
import type { SeededPerson } from "@/lib/ops/testing/seeded";
import type { WireConfirmation } from "./wire";

/** What a server action of the console answers. */
export type ActionAnswer = {
  ok: boolean;
  repeated?: boolean;
  code?: string;
  message?: string;
  confirmation?: WireConfirmation;
};

/** Signs in as a browser does, by next-auth's form. Returns the Cookie header that a browser would send from then on. */
export async function signIn(baseUrl: string, { email, password }: SeededPerson): Promise<string> {
  const asked = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const cookies = cookiesOf(answer);
  if (!cookies.includes("session-token=")) throw new Error(`${email} was not signed in: ${answer.status}`);
  return cookies;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** A click on Approve or Deny, sent as the page sends it. */
export const decideByAction = (
  baseUrl: string,
  cookie: string,
  { id, arguments_digest }: Pick<WireConfirmation, "id" | "arguments_digest">,
  verdict: "approve" | "deny",
) =>
  callAction(baseUrl, cookie, "/inbox", "decide", {
    id,
    verdict,
    seen_digest: arguments_digest,
    ...(verdict === "deny" && { reason: "Not this time." }),
  });

/** A click on Withdraw. */
export const cancelByAction = (baseUrl: string, cookie: string, id: string) =>
  callAction(baseUrl, cookie, `/confirmations/${id}`, "cancelConfirmation", { id });

async function callAction(
  baseUrl: string,
  cookie: string,
  page: string,
  name: string,
  input: object,
): Promise<ActionAnswer> {
  const response = await fetch(`${baseUrl}${page}`, {
    method: "POST",
    headers: {
      Accept: "text/x-component",
      "Content-Type": "text/plain;charset=UTF-8",
      Cookie: cookie,
      "Next-Action": actionId(name),
      Origin: baseUrl,
    },
    body: JSON.stringify([input]),
  });
  return returnedBy(await response.text(), response.status);
}

let actionIds: Map<string, string> | undefined;

/** Next.js names each action by a hash, which the build writes down. */
function actionId(name: string): string {
  actionIds ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(join(projectRoot, ".next/server/server-reference-manifest.json"), "utf8")).node as Record<
        string,
        { exportedName: string }
      >,
    ).map(([id, { exportedName }]) => [exportedName, id]),
  );
  const id = actionIds.get(name);
  if (!id) throw new Error(`The build has no server action "${name}".`);
  return id;
}

/** Reads an action's return value from React's stream: rows of `<hex id>:<JSON>`, the first naming the row it is in. */
function returnedBy(stream: string, status: number): ActionAnswer {
  const rows = new Map(stream.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line]));
  const row = (id: string) => {
    const line = rows.get(id);
    if (!line) throw new Error(`The action answered ${status} without a value: ${stream.slice(0, 500)}`);
    return JSON.parse(line.slice(line.indexOf(":") + 1));
  };
  const reference = String(row("0").a).replace(/^\$@/, "");
  return withoutUndefined(row(reference)) as ActionAnswer;
}

/** React writes `undefined` as a text of its own. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== "$undefined")
      .map(([name, member]) => [name, withoutUndefined(member)]),
  );
}
