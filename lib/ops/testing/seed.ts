import { addAgent } from "@/lib/store/agents";
import { database, disconnect } from "@/lib/store/database";
import { addPerson, issuePersonToken } from "@/lib/store/people";
import type { SeededAgent, SeededPerson } from "./seeded";

// Run as a program of its own (see `seeded.ts`), so that no test process holds a pool on the servers' database.
const OPERATOR = { kind: "operator", name: "seed" } as const;
const PASSWORD = "correct horse battery staple";

async function person(name: string, role: "admin" | "reviewer" | "auditor"): Promise<SeededPerson> {
  const email = `${name.toLowerCase()}@example.com`;
  const { id } = await addPerson({ email, name, role, password: PASSWORD }, OPERATOR);
  return { id, email, name, password: PASSWORD, token: await issuePersonToken(email, OPERATOR) };
}

async function agent(name: string): Promise<SeededAgent> {
  const added = await addAgent(name, OPERATOR);
  return { ...added.agent, key: added.key };
}

const seeded = {
  admin: await person("Ada", "admin"),
  reviewer: await person("Rita", "reviewer"),
  otherReviewer: await person("Ruben", "reviewer"),
  auditor: await person("Odo", "auditor"),
  agent: await agent("refund-bot"),
  otherAgent: await agent("mail-bot"),
};
// Tests and benchmarks file and deny more than any agent does; those about the limits set their own.
await database().gateLimits.updateMany({
  data: { denyCount: 1_000, pendingPerAgent: 1_000_000, pendingTotal: 1_000_000 },
});
await disconnect();
console.log(JSON.stringify(seeded));
