import { LOCALES, type Locale } from "./locale";
import { agents } from "./texts/agents";
import { alerts } from "./texts/alerts";
import { audit } from "./texts/audit";
import { characters } from "./texts/characters";
import { confirmation } from "./texts/confirmation";
import { deciding } from "./texts/deciding";
import { faults } from "./texts/faults";
import { history } from "./texts/history";
import { inbox } from "./texts/inbox";
import { insights } from "./texts/insights";
import { keyboard } from "./texts/keyboard";
import { live } from "./texts/live";
import { pages } from "./texts/pages";
import { people } from "./texts/people";
import { policies } from "./texts/policies";

import { reconcile } from "./texts/reconcile";
import { refusals } from "./texts/refusals";
import { shell } from "./texts/shell";
import { signIn } from "./texts/sign-in";
import { tools } from "./texts/tools";
import { windows } from "./texts/windows";
import { words } from "./texts/words";

/** All areas. Only the server imports this: a page is sent the texts of its own language, and no script holds them. */
export const TEXTS = {
  ...agents,
  ...tools,
  ...signIn,
  ...reconcile,
  ...pages,
  ...people,
  ...insights,
  ...policies,
  ...alerts,
  ...deciding,
  ...audit,
  ...shell,
  ...history,
  ...live,
  ...inbox,
  ...keyboard,
  ...confirmation,
  ...refusals,
  ...faults,
  ...characters,
  ...windows,
  ...words,
};

export type Key = keyof typeof TEXTS;
/** The keys that count: used without their `.one` or `.other`. */
export type CountedKey = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;
export type Texts = Record<string, string>;

export function textsFor(locale: Locale): Texts {
  const at = LOCALES.indexOf(locale);
  return Object.fromEntries(Object.entries(TEXTS).map(([key, texts]) => [key, texts[at] ?? texts[0]]));
}
