import { cookies, headers } from "next/headers";
import { textsFor } from "./catalog";
import { type Translator, translator } from "./format";
import { LOCALE_COOKIE, type Locale, localeFrom } from "./locale";

/** The language of this request. */
export async function currentLocale(): Promise<Locale> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return localeFrom(jar.get(LOCALE_COOKIE)?.value, head.get("accept-language"));
}

/** The texts, for pages that are made on the server. */
export async function serverTexts(): Promise<Translator> {
  const locale = await currentLocale();
  return translator(locale, textsFor(locale));
}
