import type { AgentRow, KeyRow } from "@/lib/store/agents";
import type { AgentKeyView, AgentView } from "./types";

export function agentView(row: AgentRow): AgentView {
  const { id, name, owner, keys, pending, claimable, running } = row;
  return {
    id,
    name,
    created_at: row.createdAt.toISOString(),
    disabled_at: row.disabledAt?.toISOString(),
    owner: owner ?? undefined,
    keys,
    last_used_at: row.lastUsedAt?.toISOString(),
    pending,
    claimable,
    running,
  };
}

export function agentKeyView(row: KeyRow): AgentKeyView {
  const { id, name, tools, stands } = row;
  return {
    id,
    name,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString(),
    revoked_at: row.revokedAt?.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString(),
    tools,
    stands,
  };
}
