import { type Asked, CountersignClient } from "@/lib/client/countersign-client";
import { settings } from "@/lib/settings";
import type { Cast } from "./cast";

const HOUR = 3_600;
const DAY = 24 * HOUR;

const LETTER = `Dear Anna,

thank you for your patience. We have looked into the delivery of order A-20388 together with the carrier, and here is
what happened: the parcel left our warehouse on 18 November, reached the depot in Poznań on the 20th, and was scanned
there a second time on the 23rd, which means that it was loaded and came back. The carrier's note says that nobody was
met at the address, and that the neighbour named in the delivery instructions had moved away.

We have agreed the following with the carrier. They try again on Thursday between 16:00 and 20:00, they ring the second
bell, and they call the number in your account half an hour before. If that does not suit you, answer this mail by
Wednesday noon and name another evening; any day until 12 December is possible.

Because this took so long, we take the shipping costs back, 9.90 EUR, which you will see on your card within five
working days. You need not do anything for that.

${Array.from({ length: 12 }, (_, at) => `${at + 1}. Item ${at + 1} of the order: checked, packed, and on its way; nothing is missing, and nothing was exchanged.`).join("\n")}

If anything about this is not right, please tell us: a person reads every answer.

With kind regards,
the team`;

const QUERY = `WITH closed AS (
  SELECT account_id, max(closed_at) AS closed_at
  FROM subscription
  WHERE status = 'closed' AND closed_at < date '2019-01-01'
  GROUP BY account_id
)
DELETE FROM invoice_draft AS d
USING closed AS c
WHERE d.account_id = c.account_id
  AND d.created_at < c.closed_at;`;

/** Requests that are left for whoever opens the console; different agents, sessions, targets and windows. */
const REQUESTS: { agent: string; asked: Asked }[] = [
  {
    agent: "refund-bot",
    asked: {
      tool: "issue_refund",
      target: "billing",
      session: "support-chat-4720",
      onBehalfOf: "j.okafor@example.net",
      reasoning: "The customer was charged twice for the same order; both charges are on the account.",
      arguments: '{"order_id":"A-20533","amount":1249.90,"currency":"EUR","reason":"charged twice"}',
      waitWindowSeconds: 600,
      decisionWindowSeconds: 2 * HOUR,
    },
  },
  {
    agent: "mail-bot",
    asked: {
      tool: "send_mail",
      target: "mail",
      session: "support-chat-4688",
      onBehalfOf: "support@example.net",
      reasoning: "The customer asked twice where her parcel is.",
      arguments: {
        // A zero-width space and a direction override: the address is not the one it looks like.
        to: "anna.ko\u200bwalska@example.\u202etен",
        subject: "Your order A-20388",
        body: LETTER,
      },
      decisionWindowSeconds: DAY,
    },
  },
  {
    agent: "deploy-bot",
    asked: {
      tool: "rotate_credential",
      target: "ledger-api (production)",
      session: "on-call-2026-48",
      reasoning: "The key is 89 days old; the policy allows 90.",
      arguments: {
        service: "ledger-api",
        // Made up, in the shape of the real thing, so that the console has something to hide.
        api_key: "demo_4f9c1d7be2a84c3f9d10",
        expires_in_days: 90,
        notify: ["on-call@example.net"],
      },
      context: { runbook: "RB-12", last_rotated: "2026-09-02" },
      decisionWindowSeconds: 6 * HOUR,
    },
  },
  {
    agent: "payout-bot",
    asked: {
      tool: "transfer_funds",
      target: "bank",
      session: "payables-2026-48",
      onBehalfOf: "treasury@example.net",
      reasoning: "Collects the balance of the Osaka branch, as every month.",
      arguments:
        '{"from_account":7205759403792793601,"to_account":7205759403792793602,"amount":98000000,"currency":"JPY"}',
      decisionWindowSeconds: 3 * DAY,
    },
  },
  {
    agent: "workspace-janitor",
    asked: {
      tool: "delete_branch",
      target: "git",
      session: "nightly-cleanup-2026-11-30",
      group: "merged-branches",
      reasoning: "Merged 40 days ago.",
      arguments: { repository: "shop/web", branch: "feature/old-menu", merged: true },
      decisionWindowSeconds: DAY,
    },
  },
  {
    agent: "workspace-janitor",
    asked: {
      tool: "delete_branch",
      target: "git",
      session: "nightly-cleanup-2026-11-30",
      group: "merged-branches",
      reasoning: "Merged 61 days ago.",
      arguments: { repository: "shop/web", branch: "fix/vat-rounding", merged: true },
      decisionWindowSeconds: DAY,
    },
  },
  {
    agent: "deploy-bot",
    asked: {
      tool: "run_sql",
      target: "billing-db (production)",
      session: "housekeeping-7",
      reasoning: "Drafts of closed accounts are never sent and fill the nightly export.",
      arguments: { database: "billing", statement: QUERY, expected_rows: 3817, dry_run: false },
      waitWindowSeconds: 300,
      decisionWindowSeconds: 30 * 60,
    },
  },
];

/** Files them, each once: where one still waits from an earlier demo, it is left as it is. Returns how many wait. */
export async function leavePending(cast: Cast): Promise<number> {
  for (const [at, { agent, asked }] of REQUESTS.entries()) {
    const client = new CountersignClient({ url: settings().url, key: await cast.keyOf(agent) });
    const standing = await client.submit({ ...asked, idempotencyKey: `demo-${at + 1}` });
    if (standing.state !== "pending") await client.submit(asked);
  }
  return REQUESTS.length;
}
