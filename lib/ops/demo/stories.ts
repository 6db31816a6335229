import { randomBytes } from "node:crypto";
import type { Confirmation } from "@/lib/client/confirmation";
import { type ApprovedCall, type Asked, CountersignClient } from "@/lib/client/countersign-client";
import { CallFailed, CountersignError, TargetRefused } from "@/lib/client/errors";
import { settings } from "@/lib/settings";
import type { Cast } from "./cast";
import { decide, reconcile } from "./reviewer";
import type { Target } from "./target";

/** One agent's story, as it is told before it happens. */
export type Story = {
  name: string;
  agent: string;
  asked: Asked;
  /** Where the stand-in target does it. */
  path: string;
  /** How a person makes it come true. */
  toDo: string;
  /** What the demo reviewer does, with --auto; null: nothing. */
  verdict: { verdict: "approve" | "deny"; reason: string } | null;
  told: Ending;
};

export type Ending = {
  decision: string;
  /** "none" where nothing was approved. */
  execution: string;
  /** How often it took effect at the target. */
  ran: number;
  /** Whether the agent lost the answer, and recorded that it did not know. */
  wasUnknown: boolean;
};

/** How a story ended: as read back from Countersign, and as the target's ledger has it. */
export type Ended = { story: Story; id: string; read: Ending; link: string };

const PERSON_HAS_SECONDS = 30 * 60;
const NOBODY_HAS_SECONDS = { auto: 3, person: 20 };
/** Long enough to be seen in the inbox before it is decided. */
const REVIEWER_READS_MS = 600;

export function stories(auto: boolean): Story[] {
  const window = { decisionWindowSeconds: PERSON_HAS_SECONDS, waitWindowSeconds: 10 * 60 };
  return [
    {
      name: "a refund, approved and done",
      agent: "refund-bot",
      asked: {
        ...window,
        tool: "issue_refund",
        target: "billing",
        session: "support-chat-4711",
        onBehalfOf: "mara.lindt@example.net",
        reasoning:
          "The customer sent a photo of the broken lamp. Our policy refunds damaged goods in full within 30 days, and the order is 6 days old.",
        arguments: '{"order_id":"A-20417","amount":40.00,"currency":"EUR","reason":"arrived damaged"}',
      },
      path: "/billing/refunds",
      toDo: "approve it",
      verdict: { verdict: "approve", reason: "Photo checked; within the 30 days." },
      told: { decision: "approved", execution: "succeeded", ran: 1, wasUnknown: false },
    },
    {
      name: "a deletion, denied with a reason",
      agent: "workspace-janitor",
      asked: {
        ...window,
        tool: "delete_project",
        target: "tickets",
        session: "nightly-cleanup-2026-11-30",
        reasoning: "No ticket of this project was touched for 180 days, so it looks abandoned.",
        arguments: '{"project":"BILLING-LEGACY","tickets":1834,"archive_first":false}',
      },
      path: "/tickets/projects/delete",
      toDo: "deny it, with a reason",
      verdict: { verdict: "deny", reason: "The auditors still need this project until March. Archive it instead." },
      told: { decision: "denied", execution: "none", ran: 0, wasUnknown: false },
    },
    {
      name: "one that nobody answers: expired, never run",
      agent: "mail-bot",
      asked: {
        tool: "send_newsletter",
        target: "mail",
        session: "campaign-winter",
        reasoning: "The campaign is planned for noon.",
        arguments: '{"list":"customers-eu","recipients":12480,"subject":"Winter sale: 20 % off","at":"12:00"}',
        ...(auto
          ? { waitWindowSeconds: NOBODY_HAS_SECONDS.auto, decisionWindowSeconds: NOBODY_HAS_SECONDS.auto }
          : { waitWindowSeconds: NOBODY_HAS_SECONDS.person, decisionWindowSeconds: NOBODY_HAS_SECONDS.person }),
      },
      path: "/mail/newsletters",
      toDo: `leave it alone: its window closes ${NOBODY_HAS_SECONDS.person} s after it was filed`,
      verdict: null,
      told: { decision: "expired", execution: "none", ran: 0, wasUnknown: false },
    },
    {
      name: "a payout whose answer was lost, reconciled",
      agent: "payout-bot",
      asked: {
        ...window,
        tool: "pay_supplier",
        target: "billing",
        session: "payables-2026-48",
        onBehalfOf: "treasury@example.net",
        reasoning: "Invoice L-5531 is due today and matches purchase order PO-8812.",
        arguments: '{"supplier":"Lindqvist AB","invoice":"L-5531","amount":1250.50,"currency":"SEK"}',
      },
      path: "/billing/payouts",
      toDo: 'approve it; the answer will be lost, so settle it afterwards on Reconcile ("It happened")',
      verdict: { verdict: "approve", reason: "Matches PO-8812." },
      told: { decision: "approved", execution: auto ? "succeeded" : "outcome_unknown", ran: 1, wasUnknown: true },
    },
  ];
}

/** The tools of the stories whose target takes an idempotency key. */
export const IDEMPOTENT_TOOLS = ["issue_refund", "pay_supplier"];

/** Each run is a session of its own: run often, its denials and expiries would otherwise meet the deny limit. */
const RUN = randomBytes(3).toString("hex");

type Stage = { cast: Cast; target: Target; say: (line: string) => void };

/** Plays one story to its end. */
export async function play(story: Story, { cast, target, say }: Stage): Promise<Ended> {
  const client = new CountersignClient({ url: settings().url, key: await cast.keyOf(story.agent) });
  const tell = (line: string) => say(`${story.agent.padEnd(18)} ${line}`);
  let filed: Confirmation | undefined;
  const told = (confirmation: Confirmation) => {
    filed = confirmation;
    tell(`asks for ${story.asked.tool}: ${linkOf(confirmation)}`);
    if (!cast.reviewer) tell(`  to do: ${story.toDo}`);
  };
  let decided: Promise<void> = Promise.resolve();
  let wasUnknown = false;
  try {
    const { value } = await client.run(
      {
        ...story.asked,
        session: `${story.asked.session}-${RUN}`,
        timeoutSeconds: PERSON_HAS_SECONDS + 60,
        onAsked: (confirmation) => {
          told(confirmation);
          decided = decideByItself(story, cast, confirmation);
          // Looked at below, with the story's own end; unhandled it would end the process meanwhile.
          decided.catch(() => {});
        },
      },
      (call) => act(call, target.url + story.path),
    );
    tell(`done, and reported: ${value}`);
  } catch (error) {
    if (!(error instanceof CountersignError) || !filed) throw error;
    tell(`${error.name}: ${error.message}`);
    if (error instanceof CallFailed && error.outcome === "outcome_unknown") await settle(filed.id);
  }
  await decided;
  if (!filed) throw new Error(`${story.name}: nothing was filed.`);
  return { story, id: filed.id, link: linkOf(filed), read: { ...(await readBack(client, filed, target)), wasUnknown } };

  /** Whether it happened is looked up at the target, by the key the call bore; nothing is sent again. */
  async function settle(id: string): Promise<void> {
    const { execution, effectiveArguments } = await client.follow({ id });
    wasUnknown = execution?.state === "outcome_unknown";
    tell(`it is recorded as ${execution?.state}, and nothing is sent again`);
    const entry = target.ledger.find((each) => each.arguments === effectiveArguments.text);
    const evidence = entry
      ? `The target's ledger has it once, as ${entry.reference}.`
      : "The target's ledger has no entry.";
    if (!cast.reviewer) {
      tell(`  to do: settle it at ${settings().url}/reconcile. ${evidence}`);
      return;
    }
    await reconcile(cast.reviewer, id, entry !== undefined, evidence);
    tell(`${cast.reviewer.email} settles it: ${evidence}`);
  }
}

async function decideByItself(story: Story, cast: Cast, confirmation: Confirmation): Promise<void> {
  if (!cast.reviewer || !story.verdict) return;
  await new Promise((resolve) => setTimeout(resolve, REVIEWER_READS_MS));
  await decide(cast.reviewer, confirmation, story.verdict.verdict, story.verdict.reason);
}

/** The call itself. An error that is not the target's own refusal leaves the outcome unknown. */
async function act(call: ApprovedCall, url: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": call.idempotencyKey },
    body: call.argumentsText,
  });
  if (response.status >= 400 && response.status < 500)
    throw new TargetRefused(`the target answered ${response.status}`);
  if (!response.ok) throw new Error(`the target answered ${response.status}`);
  const { reference } = (await response.json()) as { reference: string };
  call.reference = reference;
  return reference;
}

async function readBack(
  client: CountersignClient,
  filed: Confirmation,
  target: Target,
): Promise<Omit<Ending, "wasUnknown">> {
  const { state, execution, effectiveArguments } = await client.follow({ id: filed.id });
  return {
    decision: state,
    execution: execution?.state ?? "none",
    ran: target.ledger.filter((entry) => entry.arguments === effectiveArguments.text).length,
  };
}

function linkOf({ id, reviewLink }: Confirmation): string {
  return reviewLink ?? `${settings().url}/confirmations/${id}`;
}
