import { type Checked, checkPolicy, type OpenVersion, refuseActivation } from "@/lib/kernel/policy/change";
import { diffPolicies, type PolicyDiff } from "@/lib/kernel/policy/diff";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import type { Refusal, Refused } from "@/lib/kernel/refusal";
import { readClock } from "@/lib/store/clock";
import {
  anotherAdminStands,
  ERRORS_AMONG,
  findActivePolicy,
  findPolicy,
  listPolicies,
  type PolicyVersion,
  type PolicyVersionHead,
  recentPolicyErrors,
} from "@/lib/store/policies";
import type { PersonContext } from "../context";
import { digestOfVersion, documentOf, noSuchVersion } from "./open-draft";

/** How often a rule could not be evaluated lately, with the newest case. */
export type RuleErrors = { rule: string; count: number; message: string; confirmationId: string; lastAt: Date };

export type PolicyStand = {
  version: PolicyVersion;
  digest: string;
  document: PolicyDocument;
  /** Why the stored text cannot be read; the document is empty then. */
  unreadable: string | null;
  checked: Checked;
  /** From the version in force to this one; of that one itself, from the one before it. */
  diff: PolicyDiff;
  comparedWith: number | null;
  /** Begun on a version that is no longer in force. */
  stale: boolean;
  abilities: { edit: boolean; propose: boolean; activate: boolean; rebase: boolean };
  /** What stands in the way of activating it now. */
  whyNot: Refusal | null;
};

/** All versions, and what went wrong with rules lately. Every signed-in person reads them. */
export async function readPolicies(_: PersonContext): Promise<{
  now: Date;
  versions: PolicyVersionHead[];
  errors: RuleErrors[];
  errorsAmong: number;
}> {
  const [{ now, versions }, traces] = await Promise.all([listPolicies(), recentPolicyErrors()]);
  return { now, versions, errors: ruleErrorsOf(traces), errorsAmong: ERRORS_AMONG };
}

/** One version, checked anew, and what this person may do with it. */
export async function readPolicy(
  { principal }: PersonContext,
  number: number,
): Promise<{ ok: true; now: Date; stand: PolicyStand } | Refused> {
  const [now, version, active, anotherAdmin] = await Promise.all([
    readClock(),
    findPolicy(number),
    findActivePolicy(),
    anotherAdminStands(principal.id),
  ]);
  if (!version) return noSuchVersion(number);
  const read = readPolicyDocument(version.document);
  const document = documentOf(version);
  const checked = checkPolicy(document);
  const open = version.status === "draft" || version.status === "proposed";
  const other = open || version.number !== active.number ? active : await findPolicy(version.basedOn ?? 0);
  const diff = diffPolicies(other ? documentOf(other) : { rules: [], tests: [] }, document);
  const edit = open && principal.role === "admin";
  const refused = refuseActivation({
    version: factsOfVersion(version),
    activeNumber: active.number,
    checked,
    person: principal,
    anotherAdmin,
  });
  const fit = checked.faults.length === 0 && checked.passed;
  const stale = open && version.basedOn !== active.number;
  const stand: PolicyStand = {
    version,
    digest: digestOfVersion(version),
    document,
    unreadable: read.ok ? null : `${read.faults[0]?.path} ${read.faults[0]?.message}`,
    checked,
    diff,
    comparedWith: other?.number ?? null,
    stale,
    abilities: {
      edit,
      propose: edit && version.status === "draft" && fit && !diff.same,
      activate: refused === null,
      rebase: edit && stale,
    },
    whyNot: open && refused ? refused.refusal : null,
  };
  return { ok: true, now, stand };
}

export function factsOfVersion({ number, status, basedOn, created, edited, proposed }: PolicyVersion): OpenVersion {
  return {
    number,
    status,
    basedOn,
    createdById: created.id,
    editedById: edited?.id ?? null,
    proposedById: proposed?.id ?? null,
  };
}

/** By rule, the most frequent first; the traces come newest first. */
function ruleErrorsOf(traces: Awaited<ReturnType<typeof recentPolicyErrors>>): RuleErrors[] {
  const byRule = new Map<string, RuleErrors>();
  for (const { id, createdAt, policyTrace } of traces) {
    const { errors } = JSON.parse(policyTrace) as { errors?: { rule: string; message: string }[] };
    for (const { rule, message } of errors ?? []) {
      const known = byRule.get(rule);
      if (known) known.count += 1;
      else byRule.set(rule, { rule, count: 1, message, confirmationId: id, lastAt: createdAt });
    }
  }
  return [...byRule.values()].sort((a, b) => b.count - a.count);
}
