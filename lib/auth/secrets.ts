import { createHash, randomBytes } from "node:crypto";

/** `csa_`: an agent's key. `csr_`: a person's API token. */
export type SecretPrefix = "csa_" | "csr_";

/** 32 random bytes are 43 characters of base64url. */
const SECRET = /^(csa_|csr_)[A-Za-z0-9_-]{43}$/;

/** A new key or token. It is shown once; what is kept is its hash. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** SHA-256, hex. A secret of 256 random bits cannot be guessed, so it needs no slow hash and can be looked up by it. */
export function hashSecret(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Which kind of secret a text can be; null for any other text, which is never looked up. */
export function secretKind(text: string): SecretPrefix | null {
  return (SECRET.exec(text)?.[1] as SecretPrefix | undefined) ?? null;
}

/** A new secret for a link that sets a password. It opens nothing as a key or a token. */
export function newLinkSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text can be a link's secret at all; any other is never looked up. */
export function isLinkSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
