import { digestOfText } from "@/lib/kernel/exact-json/digest";
import { refuseSettled } from "@/lib/kernel/policy/change";
import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import type { Database } from "@/lib/store/database";
import { findPolicy, type PolicyVersion } from "@/lib/store/policies";

/** What every act on a version answers. */
export type PolicyDone = { ok: true; number: number };

/** What a person saw when they acted; whoever saved meanwhile made it another. */
export type SeenVersion = { number: number; seenDigest: string };

export const digestOfVersion = ({ document }: Pick<PolicyVersion, "document">): string => digestOfText(document);

/** Only admins write the rules; the statement that writes judges it once more. */
export function refuseOthers(person: PersonPrincipal): Refused | null {
  return person.role === "admin" ? null : refuse("forbidden", "Only an admin changes the policy. Nothing was changed.");
}

export function lostAccess(): Refused {
  return refuse("forbidden", "Your access changed a moment ago. Nothing was changed.");
}

export function noSuchVersion(number: number): Refused {
  return refuse("not_found", `There is no version ${number} of the policy. Nothing was changed.`);
}

/** A draft or a proposed version, as it was seen. Under the lock, so that it stays so until the change is committed. */
export async function openAsSeen(
  { number, seenDigest }: SeenVersion,
  tx: Database,
): Promise<{ ok: true; version: PolicyVersion } | Refused> {
  const version = await findPolicy(number, tx);
  if (!version) return noSuchVersion(number);
  if (version.status !== "draft" && version.status !== "proposed") return refuseSettled(version);
  if (digestOfVersion(version) !== seenDigest) {
    const by = version.edited?.name ?? version.created.name;
    return refuse("policy_changed", `${by} saved version ${number} after you opened it. Nothing was changed.`);
  }
  return { ok: true, version };
}

const EMPTY: PolicyDocument = { rules: [], tests: [] };

/** What a stored version says; nothing, where its text can no longer be read. */
export function documentOf({ document }: Pick<PolicyVersion, "document">): PolicyDocument {
  const read = readPolicyDocument(document);
  return read.ok ? read.document : EMPTY;
}
