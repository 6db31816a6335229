import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { textsFor } from "@/components/i18n/catalog";
import { I18nProvider } from "@/components/i18n/i18n-provider";
import { currentLocale } from "@/components/i18n/server-texts";
import { THEME_COOKIE, themeFrom } from "@/components/shell/theme";
import "./globals.css";

export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Countersign", template: "%s · Countersign" },
  description: "The approval console for what AI agents want to do.",
  icons: { icon: "/icon.svg", apple: "/apple-touch-icon.png" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/** Theme and language come from cookies and the browser's wish, so that the first paint is right without a script in the page. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeFrom((await cookies()).get(THEME_COOKIE)?.value);
  const locale = await currentLocale();
  return (
    <html
      lang={locale}
      data-theme={theme === "system" ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        <I18nProvider locale={locale} texts={textsFor(locale)}>
          {children}
        </I18nProvider>
      </body>
    </html>
  );
}
