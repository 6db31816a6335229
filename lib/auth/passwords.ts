import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** argon2id, the package's default algorithm, at OWASP's lowest recommended cost: some 25 ms and 19 MiB a verification. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const PASSWORD_LEAST_CHARACTERS = 8;
/** Hashing takes time by length, and nobody's password is longer. */
export const PASSWORD_MOST_CHARACTERS = 1024;

/** @throws Error naming the field, when it is too short or too long */
export async function hashPassword(password: string): Promise<string> {
  const length = [...password].length;
  if (length < PASSWORD_LEAST_CHARACTERS) {
    throw new Error(`password: must have at least ${PASSWORD_LEAST_CHARACTERS} characters`);
  }
  if (length > PASSWORD_MOST_CHARACTERS) {
    throw new Error(`password: must have at most ${PASSWORD_MOST_CHARACTERS} characters`);
  }
  return hash(password, COST);
}

let dummy: Promise<string> | undefined;

/**
 * Whether the password is the one behind the hash. Where there is no hash the same work is done on one that nothing
 * matches, so that the time taken does not tell an unknown e-mail from a wrong password.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummy ??= hash(randomBytes(32), COST);
  const nothingMatches = await dummy;
  const tooLong = password.length > 2 * PASSWORD_MOST_CHARACTERS;
  const matches = await verify(passwordHash ?? nothingMatches, tooLong ? "" : password);
  return matches && passwordHash !== null && !tooLong;
}
