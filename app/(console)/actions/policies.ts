"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { currentPerson } from "@/lib/auth/current-person";
import type { PersonContext } from "@/lib/flow/context";
import { activatePolicy } from "@/lib/flow/policies/activate-policy";
import { beginDraft } from "@/lib/flow/policies/begin-draft";
import { discardDraft } from "@/lib/flow/policies/discard-draft";
import { proposeDraft } from "@/lib/flow/policies/propose-draft";
import { rebaseDraft } from "@/lib/flow/policies/rebase-draft";
import { saveDraft } from "@/lib/flow/policies/save-draft";
import { checkPolicy } from "@/lib/kernel/policy/change";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { actionAnswer } from "@/lib/wire/console/action-answer";
import { checkView } from "@/lib/wire/console/policy-views";
import type {
  BeginPolicyInput,
  PolicyAnswer,
  PolicyCheckAnswer,
  PolicyRefusal,
  SeenPolicy,
} from "@/lib/wire/console/types";

/* How admins write the policy. The session is read anew, and the role once more inside the statement that writes. */

const Beginning = z.discriminatedUnion("from", [
  z.strictObject({ from: z.literal("active") }),
  z.strictObject({ from: z.literal("nothing") }),
  z.strictObject({ from: z.literal("confirmation"), id: z.uuid() }),
]);
const Seen = z
  .strictObject({ number: z.int().min(1).max(2_000_000_000), seen_digest: z.string().max(100) })
  .transform(({ number, seen_digest }) => ({ number, seenDigest: seen_digest }));
const Text = z.string();

/** A draft of the version in force, of nothing, or with one rule for exactly one confirmation's case. */
export async function beginPolicyDraft(input: BeginPolicyInput): Promise<PolicyAnswer> {
  return asPerson(async (context) => {
    const beginning = Beginning.safeParse(input);
    return beginning.success ? beginDraft(context, beginning.data) : malformed();
  });
}

/** What a draft says, with whatever faults it still has. */
export async function savePolicyDraft(input: SeenPolicy & { document_text: string }): Promise<PolicyAnswer> {
  return asPerson(async (context) => {
    const { document_text, ...rest } = input ?? {};
    const seen = Seen.safeParse(rest);
    const document = documentIn(document_text);
    if (!seen.success) return malformed();
    return document.ok ? saveDraft(context, { ...seen.data, document: document.document }) : document;
  });
}

export async function proposePolicy(input: SeenPolicy): Promise<PolicyAnswer> {
  return onSeen(input, proposeDraft);
}

export async function activatePolicyVersion(input: SeenPolicy): Promise<PolicyAnswer> {
  return onSeen(input, activatePolicy);
}

export async function discardPolicyDraft(input: SeenPolicy): Promise<PolicyAnswer> {
  return onSeen(input, discardDraft);
}

/** Brings a draft onto the version that is in force now. */
export async function rebasePolicyDraft(input: SeenPolicy): Promise<PolicyAnswer> {
  return onSeen(input, rebaseDraft);
}

/** Compiles what is being typed and runs its tests. Nothing is written. */
export async function checkPolicyDraft(input: { document_text: string }): Promise<PolicyCheckAnswer> {
  return asPerson(async ({ principal }) => {
    if (principal.role !== "admin") return refuse("forbidden", "Only an admin changes the policy.");
    const document = documentIn(input?.document_text);
    return document.ok ? { ok: true as const, ...checkView(checkPolicy(document.document)) } : document;
  });
}

type Act = (
  context: PersonContext,
  seen: { number: number; seenDigest: string },
) => Promise<{ ok: true; number: number } | Refused>;

function onSeen(input: SeenPolicy, act: Act): Promise<PolicyAnswer> {
  return asPerson(async (context) => {
    const seen = Seen.safeParse(input);
    return seen.success ? act(context, seen.data) : malformed();
  });
}

function documentIn(text: unknown): { ok: true; document: PolicyDocument } | Refused {
  const read = readPolicyDocument(Text.safeParse(text).data ?? "");
  if (read.ok) return read;
  const [fault] = read.faults;
  return refuse("invalid_request", `${fault?.path} ${fault?.message}. Nothing was changed.`, {
    errors: read.faults.slice(0, 50),
  });
}

function malformed(): Refused {
  return refuse("invalid_request", "The call is not one this page makes. Nothing was changed.");
}

async function asPerson<Done extends { ok: true }>(
  act: (context: PersonContext) => Promise<Done | Refused>,
): Promise<Done | PolicyRefusal> {
  const requestId = randomUUID();
  try {
    const principal = await currentPerson();
    if (!principal) {
      return {
        ok: false,
        code: "unauthenticated",
        message: "Your session is over. Nothing was changed; sign in and try again.",
      };
    }
    const done = await act({ principal, requestId });
    if (done.ok) return done;
    const { code, detail, errors } = done.refusal;
    return { ok: false, code, message: detail, errors };
  } catch (error) {
    const failed = actionAnswer.failed(error, requestId);
    return { ok: false, code: failed.ok ? "internal" : failed.code, message: failed.ok ? "" : failed.message };
  }
}
