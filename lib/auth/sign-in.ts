import { createHash } from "node:crypto";
import { settings } from "@/lib/settings";
import { recordEvents } from "@/lib/store/audit";
import { readClock } from "@/lib/store/clock";
import { database } from "@/lib/store/database";
import { findPersonForSignIn } from "@/lib/store/people";
import { createSession } from "@/lib/store/sessions";
import { clear, hit } from "@/lib/store/throttle";
import { clientAddress } from "./client-address";
import { verifyPassword } from "./passwords";

/** Enough for anybody who mistypes, and 960 guesses a day for anybody else. */
export const ATTEMPTS_PER_EMAIL = 10;
/** An office behind one address may hold many people. */
export const ATTEMPTS_PER_ADDRESS = 50;
export const ATTEMPTS_WINDOW_SECONDS = 15 * 60;

const EMAIL_RECORDED_CHARACTERS = 200;

export type Attempt = { email: string; password: string; forwardedFor?: string; userAgent?: string };

/**
 * Checks one attempt to sign in, and opens a session.
 *
 * @returns null where it is refused; which part was wrong is told to nobody but the audit
 * @throws Error `throttled:<seconds>`, the only thing told of an attempt that was not looked at
 */
export async function signIn(attempt: Attempt): Promise<{ id: string; sessionId: string } | null> {
  const email = attempt.email.trim().toLowerCase();
  const emailKey = `sign-in:email:${createHash("sha256").update(email).digest("hex")}`;
  const address = clientAddress(attempt.forwardedFor, settings().trustProxy);
  if (address) await spend(`sign-in:address:${address}`, ATTEMPTS_PER_ADDRESS, attempt);
  await spend(emailKey, ATTEMPTS_PER_EMAIL, attempt);

  const person = await findPersonForSignIn(email);
  const matches = await verifyPassword(attempt.password, person?.passwordHash ?? null);
  const session =
    person && matches && !person.disabled
      ? await createSession(person.id, { provider: "password", userAgent: attempt.userAgent })
      : null;
  if (!person || !session) {
    await recordRefused(attempt, why(person, matches));
    return null;
  }
  await clear(emailKey);
  return { id: person.id, sessionId: session.sessionId };
}

async function spend(key: string, limit: number, attempt: Attempt): Promise<void> {
  const { allowed, retryAfterSeconds, firstRefused } = await hit(key, limit, ATTEMPTS_WINDOW_SECONDS);
  if (allowed) return;
  // Once in a window: a flood must not become a flood of the audit.
  if (firstRefused) await recordRefused(attempt, "throttled");
  throw new Error(`throttled:${retryAfterSeconds}`);
}

function why(person: { passwordHash: string | null } | null, matches: boolean): string {
  if (!person) return "unknown_email";
  if (!person.passwordHash) return "no_password_set";
  return matches ? "disabled" : "wrong_password";
}

async function recordRefused({ email }: Attempt, reason: string): Promise<void> {
  const typed = [...email].slice(0, EMAIL_RECORDED_CHARACTERS).join("");
  await recordEvents(
    database(),
    await readClock(),
    // Nobody has shown who they are, so the event names the gate that refused.
    [{ kind: "person.sign_in_refused", actor: { kind: "gate", name: "gate" }, data: { email: typed, why: reason } }],
    {},
  );
}
