import type { Caller, Principal } from "@/lib/kernel/principal";
import { type Refused, refuse } from "@/lib/kernel/refusal";
import { findAgentByKeyHash } from "@/lib/store/agents";
import { findPersonByTokenHash } from "@/lib/store/people";
import { forgetCaller, presumedCaller, rememberCaller } from "./presumed-callers";
import { hashSecret, secretKind } from "./secrets";
import { personOfCookies, readCookies } from "./session-cookie";

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Who makes this request. An error of the store is thrown on: unknown is not the same as unknown to us.
 *
 * @param allow.cookie whether a browser's session will do; only where nothing is changed
 */
export async function authenticate(
  request: Request,
  allow: { cookie?: boolean },
): Promise<{ ok: true; principal: Principal } | Refused> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) {
    const person = allow.cookie ? await personOfCookies(readCookies(request.headers.get("cookie"))) : null;
    return person
      ? { ok: true, principal: person }
      : refuse(
          "unauthenticated",
          allow.cookie
            ? "Sign in, or send an agent's key or a person's token as `Authorization: Bearer …`."
            : "Send an agent's key or a person's token as `Authorization: Bearer …`.",
        );
  }
  const secret = BEARER.exec(authorization)?.[1] ?? "";
  const kind = secretKind(secret);
  if (!kind) {
    return refuse(
      "unauthenticated",
      "The Authorization header must be `Bearer` and an agent's key (csa_…) or a person's token (csr_…).",
    );
  }
  const hash = hashSecret(secret);
  const principal = kind === "csa_" ? await findAgentByKeyHash(hash) : await findPersonByTokenHash(hash);
  if (principal) {
    rememberCaller(hash, principal);
    return { ok: true, principal };
  }
  forgetCaller(hash);
  return refuse(
    "unauthenticated",
    "This key or token opens nothing: it is unknown or revoked, or its account is disabled.",
  );
}

/**
 * Whose key or token this request bears, without asking the store; null where only `authenticate` can say. It allows
 * nothing: the operation's first read has to find that the caller still stands.
 */
export function presume(request: Request): Caller | null {
  const secret = BEARER.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  return secretKind(secret) ? presumedCaller(hashSecret(secret)) : null;
}
