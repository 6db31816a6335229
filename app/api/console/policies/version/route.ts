import { readPolicy } from "@/lib/flow/policies/read-policies";
import { policyDetail } from "@/lib/wire/console/policy-views";
import { PolicyQuery } from "@/lib/wire/console/schemas";
import { parseQuery } from "@/lib/wire/native/parse";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** One version: its rules and tests, what differs from the one in force, and what this person may do with it. */
export const GET = route("/console/policies/version", "person", async ({ url, principal, requestId }) => {
  const query = parseQuery(PolicyQuery, url);
  if (!query.ok) return query;
  const read = await readPolicy({ principal, requestId }, query.value.number);
  return read.ok ? { status: 200, body: policyDetail(read.stand, read.now) } : read;
});
