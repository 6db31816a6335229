"use client";

import { createContext, Fragment, type ReactNode, useContext, useMemo } from "react";
import type { Key, Texts } from "./catalog";
import { type Translator, translator } from "./format";
import type { Locale } from "./locale";

const I18n = createContext<Translator | null>(null);

/** Gives the page's texts to everything below; they arrive with the page, in its language only. */
export function I18nProvider({ locale, texts, children }: { locale: Locale; texts: Texts; children: ReactNode }) {
  const value = useMemo(() => translator(locale, texts), [locale, texts]);
  return <I18n value={value}>{children}</I18n>;
}

/** The texts of this page's language: `t("inbox.title")`. */
export function useTexts(): Translator {
  const value = useContext(I18n);
  if (!value) throw new Error("useTexts needs an I18nProvider above it");
  return value;
}

/** A text with elements in place of its `{names}`. */
export function Text({ id, with: parts }: { id: Key; with: Record<string, ReactNode> }) {
  const t = useTexts();
  let at = 0;
  return t
    .pieces(id)
    .map((piece) => (
      <Fragment key={at++}>{"text" in piece ? piece.text : (parts[piece.name] ?? `{${piece.name}}`)}</Fragment>
    ));
}
