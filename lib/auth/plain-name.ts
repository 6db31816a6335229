import { isPlainName } from "@/lib/kernel/visible-text";

const NAME_MOST_CHARACTERS = 128;

/**
 * A name that people will see beside decisions, so that two names that look alike by hidden characters cannot exist.
 *
 * @param field what to call it in the complaint
 * @returns the name in Unicode's composed form
 * @throws Error naming the field
 */
export function plainName(field: string, text: string): string {
  const name = text.normalize("NFC");
  requirePlain(field, name);
  if (name !== name.trim()) throw new Error(`${field}: must not begin or end with a space`);
  return name;
}

/** The same for a name that is compared as it came, such as a tool's. */
export function requirePlain(field: string, name: string): void {
  const length = [...name].length;
  if (length < 1 || length > NAME_MOST_CHARACTERS) {
    throw new Error(`${field}: must have 1 to ${NAME_MOST_CHARACTERS} characters`);
  }
  if (!isPlainName(name)) {
    throw new Error(`${field}: must be plain visible text, without control or invisible characters`);
  }
}

const EMAIL_MOST_CHARACTERS = 254;
/** Printable ASCII around one @: an international domain is written in its ASCII form, so no two look alike. */
const EMAIL = /^[\x21-\x3f\x41-\x7e]{1,64}@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** The e-mail as it is stored and compared: lower-cased; null where the text is none. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= EMAIL_MOST_CHARACTERS && EMAIL.test(email) ? email : null;
}
