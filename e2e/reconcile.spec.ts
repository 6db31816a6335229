import { expect, test } from "@playwright/test";
import pg from "pg";
import { consoleUnderTest } from "@/lib/ops/testing/playwright-console";
import { onRecord, rest, signIn, submit } from "./console-stage";

/** What the operator says of a tool; only of one that takes an idempotency key can a person allow a retry. */
async function makeIdempotent(tool: string): Promise<void> {
  const client = new pg.Client({ connectionString: consoleUnderTest().databaseUrl });
  await client.connect();
  await client.query("INSERT INTO tool (name, idempotent) VALUES ($1, true)", [tool]);
  await client.end();
}

test("a retry that a person allows is claimed by the agent under the same key, and leaves the queue", async ({
  page,
}) => {
  const { seeded } = consoleUnderTest();
  const tool = `charge_${Math.random().toString(36).slice(2, 8)}`;
  await makeIdempotent(tool);
  const body = { arguments: { invoice: "I-302" } };
  const { id } = await submit({ tool, ...body });
  const claim = async () => JSON.parse(await rest("POST", `/confirmations/${id}/claim`, seeded.agent.key, body));
  await rest("POST", `/confirmations/${id}/decision`, seeded.otherReviewer.token, { verdict: "approve" });
  const first = await claim();
  await rest("POST", `/confirmations/${id}/outcome`, seeded.agent.key, { result: "outcome_unknown" });

  await signIn(page, seeded.reviewer, "/reconcile");
  const card = page.getByRole("listitem").filter({ hasText: tool });
  await card.getByLabel("Allow a retry").check();
  await card.getByLabel("How do you know?").fill("The target has no such charge yet.");
  await card.getByRole("button", { name: "Allow one retry" }).click();
  await expect(card.getByText(/One retry is allowed, in \d+ m/)).toBeVisible();
  expect(await onRecord(id)).toMatchObject({ execution: { state: "outcome_unknown", attempt: 1 } });

  const second = await claim();
  expect(second.grant.attempt).toBe(2);
  expect(second.grant.idempotency_key).toBe(first.grant.idempotency_key);
  await expect(card.getByText("It is being tried once more.")).toBeVisible();
  await rest("POST", `/confirmations/${id}/outcome`, seeded.agent.key, { result: "succeeded" });
  await page.goto(`${consoleUnderTest().baseUrl}/audit?confirmation=${id}`);
  await expect(page.getByText("allowed one retry: “The target has no such charge yet.”")).toBeVisible();
});

test("an auditor sees what is to be settled, and settles nothing", async ({ page }) => {
  const { seeded } = consoleUnderTest();
  const tool = `audited_${Math.random().toString(36).slice(2, 8)}`;
  const { id } = await submit({ tool, arguments: {} });
  await rest("POST", `/confirmations/${id}/decision`, seeded.reviewer.token, { verdict: "approve" });
  await rest("POST", `/confirmations/${id}/claim`, seeded.agent.key, { arguments: {} });
  await rest("POST", `/confirmations/${id}/outcome`, seeded.agent.key, { result: "outcome_unknown" });
  await signIn(page, seeded.auditor, "/reconcile");
  const card = page.getByRole("listitem").filter({ hasText: tool });
  await expect(card.getByText("Only a reviewer or an admin settles an outcome.")).toBeVisible();
  await expect(card.getByRole("radio")).toHaveCount(0);
});
