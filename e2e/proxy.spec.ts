import { createServer, request as forward, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { freePort } from "@/lib/ops/free-port";
import { type Servers, startServers } from "@/lib/ops/testing/servers";

/*
 * AUTH-07: people reach the console at another host and port than the one its process listens on, through a proxy that
 * says nothing of where it was called. One setting names the public address; a foreign page's post is refused all the same.
 */

let console: Servers;
let proxy: Server;
let publicUrl: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  console = await startServers({ environment: { COUNTERSIGN_URL: publicUrl } });
  const inner = new URL(console.servers[0]?.baseUrl ?? "");
  proxy = createServer((from, to) => {
    const headers = { ...from.headers, host: inner.host };
    const onward = forward({ host: inner.hostname, port: inner.port, path: from.url, method: from.method, headers });
    onward.on("response", (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
});

test.afterAll(async () => {
  proxy?.closeAllConnections();
  await new Promise((resolve) => (proxy ? proxy.close(resolve) : resolve(undefined)));
  await console?.stop();
});

async function ask(path: string, init: RequestInit = {}): Promise<{ id: string; state: string }> {
  const response = await fetch(`${publicUrl}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${console.seeded.agent.key}`, "content-type": "application/json" },
  });
  return response.json();
}

test("behind a proxy people sign in and approve by the public address, and a foreign page's post decides nothing (AUTH-07)", async ({
  page,
}) => {
  const submit = () => ask("/confirmations", { method: "POST", body: JSON.stringify({ tool: "t", arguments: {} }) });
  const [first, second] = [await submit(), await submit()];
  const { reviewer } = console.seeded;
  await page.goto(`${publicUrl}/confirmations/${first.id}`);
  await page.getByLabel("Email").fill(reviewer.email);
  await page.getByLabel("Password").fill(reviewer.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${publicUrl}/confirmations/${first.id}`);
  const [sent] = await Promise.all([
    page.waitForRequest((each) => each.headers()["next-action"] !== undefined),
    page.getByRole("button", { name: "Approve", exact: true }).click(),
  ]);
  await expect(page.getByText("approved by you").first()).toBeVisible();
  expect((await ask(`/confirmations/${first.id}`)).state).toBe("approved");

  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const { "next-action": action, "content-type": type, "next-router-state-tree": tree } = sent.headers();
  const replay = (origin: string) =>
    fetch(sent.url().replace(first.id, second.id), {
      method: "POST",
      headers: {
        cookie,
        origin,
        "next-action": action ?? "",
        "content-type": type ?? "",
        "next-router-state-tree": tree ?? "",
      },
      body: (sent.postData() ?? "").replaceAll(first.id, second.id),
    });
  expect((await replay("https://evil.example")).status).toBeGreaterThanOrEqual(400);
  expect((await ask(`/confirmations/${second.id}`)).state).toBe("pending");
  // As a form of a foreign page would send it, without script.
  const form = new FormData();
  form.set(`$ACTION_ID_${action}`, "");
  const posted = await fetch(`${publicUrl}/confirmations/${second.id}`, {
    method: "POST",
    headers: { cookie, origin: "https://evil.example" },
    body: form,
  });
  expect(posted.status).toBeGreaterThanOrEqual(400);
  expect((await ask(`/confirmations/${second.id}`)).state).toBe("pending");
  // The very same from the console's own address is a decision: it was the origin that was refused.
  expect((await replay(publicUrl)).status).toBe(200);
  expect((await ask(`/confirmations/${second.id}`)).state).toBe("approved");
});
