import { readPolicies } from "@/lib/flow/policies/read-policies";
import { policiesView } from "@/lib/wire/console/policy-views";
import { route } from "@/lib/wire/native/route";

export const dynamic = "force-dynamic";

/** All versions of the policy, and the rules that could not be evaluated lately. */
export const GET = route("/console/policies", "person", async ({ principal, requestId }) => ({
  status: 200,
  body: policiesView(await readPolicies({ principal, requestId })),
}));
