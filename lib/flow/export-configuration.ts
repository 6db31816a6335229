import type { WholeConfiguration } from "@/lib/kernel/configuration";
import { readPolicyDocument } from "@/lib/kernel/policy/document-text";
import { type Database, database } from "@/lib/store/database";
import { readLimits } from "@/lib/store/gate-limits";
import { listGroups } from "@/lib/store/groups";
import { findActivePolicy } from "@/lib/store/policies";
import { listTools } from "@/lib/store/tools";

/** All that can be applied by a file, as it stands; drafts of the policy are no part of it. */
export async function exportConfiguration(db: Database = database()): Promise<WholeConfiguration> {
  const active = await findActivePolicy(db);
  const policy = readPolicyDocument(active.document);
  if (!policy.ok) throw new Error(`policy version ${active.number}: what is stored cannot be read`);
  const groups = await listGroups(db);
  return {
    tools: await listTools(db),
    groups: groups.map(({ name, members }) => ({ name, members: members.map(({ email }) => email) })),
    limits: await readLimits(db),
    policy: policy.document,
  };
}
