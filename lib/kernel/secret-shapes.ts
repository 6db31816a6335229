/** What a secret looks like: key names that announce one, and text that is one by its shape. */

/** What stands in place of a hidden value. The list of masked pointers tells it from a text that really says so. */
export const MASK = "[masked]";

/** A name with one of these words holds a secret: `password`, `X-Auth-Token`, `new_passphrase`. */
const SECRET_WORDS = words(`
  password passwords passwd pwd passphrase passcode passwort kennwort contraseña senha secret secrets token tokens
  authorization cookie cookies bearer credential credentials creds signature signatures cvv cvc otp totp jwt jwts
`);

/** Two words side by side that name a secret together: `x_api_key`, `sessionId`. */
const SECRET_PAIRS = words(`
  api-key api-keys access-key access-keys private-key private-keys secret-key secret-keys signing-key encryption-key
  master-key ssh-key ssh-keys auth-key account-key service-key session-key session-id session-ids basic-auth
  auth-header auth-code security-code recovery-code recovery-codes backup-codes seed-phrase pin-code pin-number
  pin-hash db-pass database-pass user-pass smtp-pass admin-pass root-pass
`);

/** Secret only as the whole name: `pass`, but not `boarding_pass`. */
const SECRET_NAMES = words("pass auth sid pins");

/** Found in words written without borders: `PGPASSWORD`, `mysessionid`, `csrftoken`. */
const SECRET_STEM =
  /password(?!less)|passwd|passphrase|apikey|privatekey|secretkey|accesskey|clientsecret|sessionid|credentials?$|token$|secret$/;

/** A name that ends so tells something about a secret (how many, how long, where, which one) and holds none. */
const HARMLESS_ENDINGS = words(`
  used usage count counts limit limits length len size total budget type types policy policies expiry expires ttl
  enabled required strength rotation max min remaining left at on in out name names path arn version url uri endpoint
`);

/** Before `tokens`, the plural: amounts of text for a language model. */
const TOKEN_AMOUNTS = words("max min num n total count prompt completion input output cached reasoning used remaining");

/**
 * Whether a key announces that everything below it is secret, however it is spelled (camelCase, kebab-case, snake_case,
 * upper case, with an x- prefix or a number behind). `tokens_used`, `author` and `passport_country` announce nothing.
 */
export function isSecretName(key: string): boolean {
  const parts = wordsOf(key);
  const last = parts.at(-1) ?? "";
  const whole = parts.join("");
  if (SECRET_NAMES.has(whole) || SECRET_WORDS.has(whole) || last === "pin") return true;
  if (parts.length > 1 && (HARMLESS_ENDINGS.has(last) || parts.includes("per"))) return false;
  const before = parts.at(-2) ?? "";
  if (last === "tokens" && (TOKEN_AMOUNTS.has(before) || TOKEN_AMOUNTS.has(parts[0] ?? ""))) return false;
  if (last === "token" && before === "page") return false;
  return parts.some(
    (part, at) => SECRET_WORDS.has(part) || SECRET_STEM.test(part) || SECRET_PAIRS.has(`${part}-${parts[at + 1]}`),
  );
}

/** `AWSSecretKey2` gives aws, secret, key. */
function wordsOf(key: string): string[] {
  return key
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.replace(/(?<=\D)[0-9]+$/, ""))
    .filter((part) => part !== "");
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

// Every pattern below meets hostile text of up to 256 KiB. Each is bounded, or begins only at a border and then either
// matches or fails within its first characters, so that none takes quadratic time.

const PRIVATE_KEY_BLOCK =
  /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** `user:` and a password, up to the last @ of the authority; the part of a URL behind `://`. */
const USER_INFO = /^([^\s/?#:@[\]]*:)[^\s/?#]+@/;
/** The same where the password holds a raw / ? or #; a port number there is none. */
const LOOSE_USER_INFO = /^([^\s/?#:@[\]]*:)(?![0-9]{1,5}(?:[/?#]|$))[^\s@]+@/;

const COOKIE_LINE = /(?<![\w-])((?:set-)?cookie:\s{0,4})[^\s"'][^"'\r\n]*/gi;
const BEARER = /(?<![A-Za-z])(bearer\s{1,4})([\w.~+/-]{3,}=*)/gi;
const BASIC = /(?<![A-Za-z])(basic\s{1,4})([A-Za-z0-9+/]{4,}={0,2})(?![\w=])/gi;

/** Tokens that their issuers gave a form of their own, ours among them. */
const KNOWN_TOKENS = new RegExp(
  [
    "(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{8,}",
    "(?<![A-Za-z0-9])github_pat_\\w{8,}",
    "(?<![A-Za-z0-9])glpat-[\\w-]{8,}",
    "(?<![A-Za-z0-9])(?:sk|rk)_(?:live|test)_\\w{8,}",
    "(?<![\\w-])sk-(?=[\\w-]*[0-9])[\\w-]{12,}",
    "(?<![A-Za-z0-9])xox[a-z]-[\\w-]{8,}",
    "(?<![A-Za-z0-9])xapp-[\\w-]{8,}",
    "(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])",
    "(?<![A-Za-z0-9])AIza[\\w-]{30,}",
    "(?<![A-Za-z0-9])ya29\\.[\\w-]{16,}",
    "(?<![A-Za-z0-9])(?:npm|hf|whsec)_[A-Za-z0-9+/]{16,}",
    "(?<![\\w-])eyJ[\\w-]{5,}\\.[\\w-]{4,}(?:\\.[\\w-]*)?",
    "(?<![\\w-])SG\\.[\\w-]{16,}\\.[\\w-]{16,}",
    "(?<![A-Za-z0-9])cs[ar]_[\\w-]{8,}",
    "(?<=hooks\\.slack\\.com/services/)[\\w/]{8,}",
  ].join("|"),
  "g",
);

/** 13 to 19 digits, together or in groups as cards bear them; never part of a longer number, word or path. */
const CARD_LIKE = /(?<![\w.+-])[2-6](?:[ -]?[0-9]){12,18}(?![\w-]|\.[0-9])/g;

/** How the networks number their cards: what a number begins with, and how many digits it then has. */
const CARD_ISSUERS: readonly [beginning: RegExp, lengths: readonly number[]][] = [
  [/^4/, [16]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^(?:30[0-5]|36|38|39)/, [14]],
  [/^62/, [16]],
  [/^220[0-4]/, [16]],
];

/** The same in the 13 to 19 digits that some cards have. So long a number alone is far more often an id. */
const RARE_LENGTHS: readonly [beginning: RegExp, lengths: readonly number[]][] = [
  [/^4/, [13, 19]],
  [/^(?:6011|64[4-9]|65|62)/, [17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
];

/**
 * Whether digits are the number of a payment card: an issuer's beginning, its length, and the Luhn check. Nine of ten
 * other numbers fail the last alone. Account numbers (IBAN and the like) are what a reviewer decides by and stay.
 *
 * @param named the key says that a card stands here, which lets the rarer lengths count too
 */
export function isCardNumber(text: string, named = false): boolean {
  const digits = text.replace(/[ -]/g, "");
  if (!/^[2-6][0-9]{12,18}$/.test(digits)) return false;
  // Grouped unevenly, it is a telephone number or a list of years.
  if (
    digits !== text &&
    !/^(?:[0-9]{4}([ -])(?:[0-9]{4}\1)*[0-9]{1,4}|[0-9]{4}([ -])[0-9]{6}\2[0-9]{4,5})$/.test(text)
  ) {
    return false;
  }
  const issuers = named || digits !== text ? [...CARD_ISSUERS, ...RARE_LENGTHS] : CARD_ISSUERS;
  return issuers.some(([begins, lengths]) => begins.test(digits) && lengths.includes(digits.length)) && luhn(digits);
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 0x30;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}

/** A key that announces a card's number: `card_number`, `pan`, `ccNumber`, `creditCard`. */
export function isCardName(key: string): boolean {
  const parts = wordsOf(key);
  return parts.some((part) => CARD_WORDS.has(part)) || /cardn(?:o|um|umber)$|creditcard/.test(parts.join(""));
}

const CARD_WORDS = words("card cards pan cc ccnum ccnumber");

/** A key that announces the number of something else: however much it looks like a card's, it is what is decided about. */
export function isIdName(key: string): boolean {
  const parts = wordsOf(key);
  const last = parts.at(-1) ?? "";
  return ID_ENDINGS.has(last) || (parts.length === 1 && /[a-z]id$/.test(key) && last.length > 4);
}

const ID_ENDINGS = words(`
  id ids uuid guid ref reference order invoice account snowflake timestamp ts ms sequence seq serial barcode ean gtin
  sku isbn imei tracking shipment message
`);

/** `name=`, `name:`, `"name": ` inside a text: a query, a connection string, a config file, JSON within a string. */
const ASSIGNMENT = /(?<![\w-])([A-Za-z_][\w-]{1,63})(?:\\{0,3}["'])?\s{0,3}[=:](?!\/\/)\s{0,3}/g;
/** `--name ` on a command line. */
const FLAG = /(?<![\w-])--([A-Za-z][\w-]{1,63})[ \t]{1,4}(?!-)/g;
/** What is assigned: in quotes, in escaped quotes, in quotes never closed, or up to a separator. */
const ASSIGNED =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|(\\{1,3}["'])[\s\S]*?\1|\\{0,3}["'][^\r\n]*|[^\s"'&;,<>\\{}[\]()]+/y;
/** Words that stand behind such a name in code and headers and are no secret themselves. */
const NO_SECRET =
  /^(?:["']{2}|null|true|false|none|undefined|string|str|number|boolean|bool|int|any|unknown|bearer|basic)$/i;

/** The text with everything that has the shape of a secret replaced by `[masked]`; the same text where nothing has. */
export function maskText(text: string): string {
  if (text.length < 4) return text;
  let masked = text.includes("-----BEGIN ") ? text.replace(PRIVATE_KEY_BLOCK, `$1${MASK}$2`) : text;
  if (masked.includes("://")) masked = masked.split("://").map(maskUserInfo).join("://");
  const length = masked.trim().length;
  masked = masked
    .replace(COOKIE_LINE, `$1${MASK}`)
    // In the middle of prose, "bearer of news" is no token; as the whole text it can hardly be anything else.
    .replace(BEARER, (match, scheme: string, token: string) =>
      match.length === length || token.length >= 16 || /[0-9]/.test(token) ? scheme + MASK : match,
    )
    .replace(BASIC, (match, scheme: string, token: string) => (isBasicCredential(token) ? scheme + MASK : match))
    .replace(KNOWN_TOKENS, MASK)
    .replace(CARD_LIKE, (digits) => (isCardNumber(digits) ? MASK : digits));
  return maskAssigned(FLAG, maskAssigned(ASSIGNMENT, masked));
}

/** Masks the password in `user:password@host`, the part of a URL behind its `://`. */
function maskUserInfo(part: string, position: number): string {
  if (position === 0 || !part.includes("@")) return part;
  const found = USER_INFO.exec(part) ?? LOOSE_USER_INFO.exec(part);
  return found === null ? part : `${found[1]}${MASK}@${part.slice(found[0].length)}`;
}

/** "Basic economy" is a fare; Basic credentials are the base64 of `user:password`. */
function isBasicCredential(token: string): boolean {
  try {
    return token.endsWith("=") || atob(token).includes(":");
  } catch {
    return false;
  }
}

/** Masks what follows a secret name. Only the name is matched first, so that `url=…?token=…` still meets its token. */
function maskAssigned(names: RegExp, text: string): string {
  let masked = "";
  let copied = 0;
  names.lastIndex = 0;
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    if (!isSecretName(found[1] ?? "")) continue;
    const start = names.lastIndex;
    ASSIGNED.lastIndex = start;
    const assigned = ASSIGNED.exec(text)?.[0];
    if (assigned === undefined || NO_SECRET.test(assigned)) continue;
    const quote = /^\\{0,3}["']/.exec(assigned)?.[0] ?? "";
    const closed = quote !== "" && assigned.length > quote.length && assigned.endsWith(quote);
    masked += text.slice(copied, start) + quote + MASK + (closed ? quote : "");
    copied = start + assigned.length;
    names.lastIndex = copied;
  }
  return copied === 0 ? text : masked + text.slice(copied);
}
