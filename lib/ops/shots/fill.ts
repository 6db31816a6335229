import type { Asked } from "@/lib/client/countersign-client";
import { CountersignClient } from "@/lib/client/countersign-client";
import { addAgent } from "@/lib/store/agents";
import { setTools, type Tool } from "@/lib/store/tools";
import { leavePending } from "../demo/left-pending";
import { resetClock, stopClock } from "../testing/clock";
import type { Servers } from "../testing/servers";

const OPERATOR = { kind: "operator", name: "npm run shots" } as const;

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

const TOOLS: Tool[] = [
  {
    name: "issue_refund",
    description: "Pays money back to the card of an order. The bank does not take it back.",
    risk: "high",
    reversible: false,
    idempotent: true,
    schema: JSON.stringify({
      type: "object",
      required: ["order_id", "amount", "currency"],
      properties: {
        order_id: { type: "string", title: "Order" },
        amount: { type: "number", minimum: 0, maximum: 2_000, title: "Amount" },
        currency: { enum: ["EUR", "JPY", "USD"], title: "Currency" },
        reason: { type: "string", title: "Reason" },
      },
    }),
  },
  { name: "send_mail", risk: "medium", reversible: false },
  { name: "rotate_credential", risk: "high", reversible: true },
  { name: "transfer_funds", risk: "critical", reversible: false, idempotent: true },
  { name: "delete_branch", risk: "low", reversible: true },
  { name: "run_sql", risk: "high", reversible: false },
];

/** The pages of single confirmations, by what became of each. */
export type Shown = Record<"approved" | "denied" | "expired" | "unknown" | "mail" | "refund", string>;

/**
 * Fills a console's empty database with what the pictures show: a month of decided requests by moving the database's
 * clock, then what waits now. All of it goes by REST, as agents and reviewers do it.
 */
export async function fillForPictures({ servers, seeded }: Servers): Promise<Shown> {
  const url = servers[0]?.baseUrl ?? "";
  await setTools(TOOLS, OPERATOR);
  const keys = new Map<string, string>([
    [seeded.agent.name, seeded.agent.key],
    [seeded.otherAgent.name, seeded.otherAgent.key],
  ]);
  const keyOf = async (name: string) => {
    const key = keys.get(name) ?? (await addAgent(name, OPERATOR)).key;
    keys.set(name, key);
    return key;
  };
  const rest = async (path: string, token: string, body: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const ask = async (agent: string, asked: Asked) =>
    new CountersignClient({ url, key: await keyOf(agent) }).submit(asked);
  const reviewers = [seeded.reviewer, seeded.otherReviewer];
  const decide = (id: string, at: number, verdict: object) =>
    rest(`/confirmations/${id}/decision`, reviewers[at % reviewers.length]?.token ?? "", verdict);

  // The same month at every run: what differs between two pictures is then what was changed.
  const now = Date.now();
  for (let daysAgo = 29; daysAgo >= 1; daysAgo--) {
    for (let nth = 0; nth < 2 + ((daysAgo * 7) % 5); nth++) {
      const number = daysAgo * 31 + nth * 17;
      const asked = now - daysAgo * DAY_MS + nth * 47 * 60 * SECOND_MS;
      await stopClock(new Date(asked));
      const { agent, ...request } = REQUESTS[number % REQUESTS.length] ?? REQUESTS[0];
      const { id } = await ask(agent, { ...request, decisionWindowSeconds: number % 9 === 0 ? 3_600 : 6 * 3_600 });
      if (number % 9 === 0) continue;
      const seconds = number % 13 === 0 ? 2 : 20 + ((number * 37) % 400);
      await stopClock(new Date(asked + seconds * SECOND_MS));
      await decide(
        id,
        number,
        (number + daysAgo) % 4 === 0 ? { verdict: "deny", reason: "Not without a ticket." } : { verdict: "approve" },
      );
    }
  }

  const minutesAgo = (minutes: number) => stopClock(new Date(now - minutes * 60 * SECOND_MS));
  await minutesAgo(50);
  const expired = await ask("mail-bot", { ...MAIL, decisionWindowSeconds: 600 });
  const unknown = await ask("payout-bot", TRANSFER);
  await minutesAgo(47);
  await decide(unknown.id, 0, { verdict: "approve", reason: "Matches the monthly plan." });
  await rest(`/confirmations/${unknown.id}/claim`, await keyOf("payout-bot"), {
    arguments: TRANSFER.arguments,
    target: TRANSFER.target,
  });
  await rest(`/confirmations/${unknown.id}/outcome`, await keyOf("payout-bot"), {
    result: "outcome_unknown",
    phase: "post_send",
    detail: "The connection to the bank was lost after the order was sent.",
  });
  const approved = await ask("refund-bot", REFUND);
  await minutesAgo(44);
  await decide(approved.id, 0, {
    verdict: "approve",
    reason: "Half of it was delivered.",
    arguments: { ...REFUND.arguments, amount: 20 },
  });
  const denied = await ask("refund-bot", REFUND);
  await minutesAgo(41);
  await decide(denied.id, 1, { verdict: "deny", reason: "Wrong customer: the order is A-20389." });

  await resetClock();
  await leavePending({ keyOf, reviewer: null, stop: async () => {} });
  const { data } = (await (
    await fetch(`${url}/api/v1/confirmations?state=pending&limit=100`, {
      headers: { Authorization: `Bearer ${seeded.reviewer.token}` },
    })
  ).json()) as { data: { id: string; tool: string }[] };
  const pending = (tool: string) => data.find((each) => each.tool === tool)?.id ?? "";
  return {
    approved: approved.id,
    denied: denied.id,
    expired: expired.id,
    unknown: unknown.id,
    mail: pending("send_mail"),
    refund: pending("issue_refund"),
  };
}

const REFUND = {
  tool: "issue_refund",
  target: "billing",
  session: "support-chat-4711",
  onBehalfOf: "j.okafor@example.net",
  reasoning: "The parcel never came; the carrier confirms it.",
  arguments: { order_id: "A-20388", amount: 40, currency: "EUR" },
} satisfies Asked;

const TRANSFER = {
  tool: "transfer_funds",
  target: "bank",
  session: "payables-2026-48",
  arguments: { from_account: "JP-7205", to_account: "JP-7206", amount: 98000000, currency: "JPY" },
} satisfies Asked;

const MAIL = {
  tool: "send_mail",
  target: "mail",
  session: "support-chat-4688",
  arguments: { to: "anna.kowalska@example.net", subject: "Your order A-20388" },
} satisfies Asked;

const REQUESTS: [{ agent: string } & Asked, ...({ agent: string } & Asked)[]] = [
  { agent: "refund-bot", ...REFUND },
  { agent: "mail-bot", ...MAIL },
  { agent: "payout-bot", ...TRANSFER },
  {
    agent: "workspace-janitor",
    tool: "delete_branch",
    target: "git",
    arguments: { repository: "shop/web", branch: "old" },
  },
  {
    agent: "deploy-bot",
    tool: "run_sql",
    target: "billing-db (production)",
    arguments: { statement: "VACUUM invoice" },
  },
];
