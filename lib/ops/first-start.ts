import { randomBytes } from "node:crypto";
import { addAgent } from "@/lib/store/agents";
import { disconnect } from "@/lib/store/database";
import { addPerson } from "@/lib/store/people";
import { withSetUpLock } from "./database-lock";

export type FirstSignIn = {
  email: string;
  /** Absent: the operator chose it and knows it. */
  generatedPassword?: string;
  agent?: { name: string; key: string };
};

const ACTOR = { kind: "operator", name: "npm start" } as const;
const AGENT_NAME = "first-agent";

/**
 * Gives a database without an admin its first one, and without an agent a first agent to try. Secrets are in what is
 * returned and nowhere else.
 *
 * @returns null where there is an admin already
 */
export async function ensureFirstAdmin(
  databaseUrl: string,
  chosen: { adminEmail?: string; adminPassword?: string },
): Promise<FirstSignIn | null> {
  return withSetUpLock(databaseUrl, async (client) => {
    const { rows } = await client.query<{ admins: boolean; agents: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM person WHERE role = 'admin') AS admins, EXISTS (SELECT 1 FROM agent) AS agents`,
    );
    if (rows[0]?.admins) return null;
    const generatedPassword = chosen.adminPassword ? undefined : randomBytes(12).toString("base64url");
    const password = chosen.adminPassword ?? generatedPassword;
    try {
      const { email } = await addPerson(
        { email: chosen.adminEmail ?? "admin@countersign.local", name: "Admin", role: "admin", password },
        ACTOR,
      );
      const added = rows[0]?.agents ? undefined : await addAgent(AGENT_NAME, ACTOR);
      return { email, generatedPassword, agent: added && { name: added.agent.name, key: added.key } };
    } finally {
      await disconnect();
    }
  });
}
