"use client";

import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Notice } from "@/components/ui/notice";
import type { Suspect } from "./suspects";

/** Beyond these the rest is counted: the marks in the text show them all. */
const NAMED = 6;

/** Which letters pass for which, and where. */
export function SuspectsNotice({ named, more }: { named: Suspect[]; more: number }) {
  const t = useTexts();
  const shown = named.slice(0, NAMED);
  const rest = named.length - shown.length + more;
  return (
    <Notice look="warn">
      <b className="font-semibold">{t("confirmation.alike")}</b> {t("confirmation.alike.text")}
      <ul className="mt-1 list-inside list-disc text-xs">
        {shown.map((each) => {
          const place = "name" in each.place ? t(`place.${each.place.name}`) : each.place.path;
          return (
            <li key={`${place} ${each.index}`} className="[overflow-wrap:anywhere]">
              <Phrase
                id="confirmation.alike.which"
                with={{
                  character: <bdi className="font-mono font-medium">{each.character}</bdi>,
                  code: <span className="font-mono">{each.code}</span>,
                  script: t.maybe(`script.${each.script}`) ?? t("script.other"),
                  other: <bdi className="font-mono font-medium">{each.looksLike}</bdi>,
                  place: <bdi className={"name" in each.place ? "" : "font-mono"}>{place}</bdi>,
                }}
              />
            </li>
          );
        })}
        {rest > 0 ? <li>{t("confirmation.alike.more", { n: rest })}</li> : null}
      </ul>
    </Notice>
  );
}
