/**
 * Nobody decides what is asked on behalf of themselves or by an agent they own, by whatever path.
 * `lib/store/authority.ts` says the same in SQL, and a parity test holds the two together.
 */

/** What is cut off around a name or an address; the SQL is made from the same list. */
export const BLANKS =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/**
 * The e-mail address a subject comes to, as accounts hold theirs: of `Name <mail>` the mail, of `mailto:mail` the mail.
 * Any other text comes to itself.
 */
export function addressOf(subject: string): string {
  const whole = trimmed(subject.normalize("NFC")).toLowerCase();
  const address = trimmed(/<([^<>]*)>$/.exec(whole)?.[1] ?? whole);
  return trimmed(address.replace(/^mailto:([^?]*).*$/s, "$1"));
}

/** Who it is about: a person, and the agents that are theirs. */
export type Involved = { email: string; ownedAgentIds: readonly string[] };

/** Why it is their own request; null where it is not. */
export function ownRequest(
  facts: { onBehalfOf: string | null; agentId: string },
  { email, ownedAgentIds }: Involved,
): "subject" | "owner" | null {
  if (facts.onBehalfOf !== null && addressOf(facts.onBehalfOf) === email) return "subject";
  return ownedAgentIds.includes(facts.agentId) ? "owner" : null;
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
