import type { Translator } from "@/components/i18n/format";
import type { FaultView } from "@/lib/wire/console/types";

/** Values that are words themselves, and have texts of their own. */
const WORDS = new Set(["wanted", "type"]);

/** What is wrong, in the reader's language; as the server said it in English, and where there is no text for it. */
export function whyText({ message, why }: Pick<FaultView, "message" | "why">, t: Translator): string {
  if (t.locale === "en" || !why) return message;
  const values = Object.entries(why.values ?? {}).map(([name, value]): [string, string | number] => {
    if (!WORDS.has(name)) return [name, value];
    const words = String(value).split(",");
    return [name, words.map((word) => t.maybe(`fault.${name}.${word}`) ?? word).join("、")];
  });
  return t.maybe(`fault.${why.code}`, Object.fromEntries(values)) ?? t("fault.schema.other");
}
