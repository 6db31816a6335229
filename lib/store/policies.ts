import type { PolicyDocument } from "@/lib/kernel/policy/document";
import { type Database, database } from "./database";

/** Documents never change once their version was active, so each is read once a process. */
const documents = new Map<number, PolicyDocument>();

export async function policyDocument(version: number, db: Database = database()): Promise<PolicyDocument> {
  const known = documents.get(version);
  if (known) return known;
  const [row] = await db.$queryRaw<
    { document: string }[]
  >`SELECT document FROM policy_version WHERE number = ${version}::integer`;
  if (!row) throw new Error(`There is no policy version ${version}.`);
  const document = JSON.parse(row.document) as PolicyDocument;
  documents.set(version, document);
  return document;
}
