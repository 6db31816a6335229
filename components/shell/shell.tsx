import Link from "next/link";
import type { ReactNode } from "react";
import { serverTexts } from "@/components/i18n/server-texts";
import { KeyboardButton } from "@/components/keyboard/keyboard-button";
import { ConsoleProviders } from "@/components/live/console-providers";
import { NotifyButton } from "@/components/notifications/notify-button";
import { NotifyWatch } from "@/components/notifications/notify-watch";
import { Text } from "@/components/ui/text";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { Brand } from "./brand";
import { ConnectionBar } from "./connection-bar";
import { LanguageSwitch } from "./language-switch";
import { PhoneTabs } from "./phone-tabs";
import { PlaceLinks } from "./place-links";
import { SignOutButton } from "./sign-out-button";
import type { Theme } from "./theme";
import { ThemeSwitch } from "./theme-switch";

type Props = { person: PersonPrincipal; theme: Theme; children: ReactNode };

/** What stands around every page: where one can go, who one is, and how the page stands with the server. */
export async function Shell({ person, theme, children }: Props) {
  const t = await serverTexts();
  return (
    <ConsoleProviders viewer={{ id: person.id, role: person.role }}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-sm focus:bg-surface focus:px-3 focus:py-2"
      >
        {t("shell.skip")}
      </a>
      <NotifyWatch />
      <div className="flex min-h-dvh flex-col has-[[data-fills]]:h-dvh md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <header className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-sunken px-2.5 py-4 md:flex">
          <div className="px-2 pb-4">
            <Brand />
          </div>
          <nav aria-label={t("shell.pages")} className="flex flex-col gap-0.5">
            <PlaceLinks look="rail" />
          </nav>
          <div className="mt-auto px-2">
            <Link
              href="/account"
              prefetch={false}
              title={t("place.account")}
              className="-mx-2 block rounded-sm px-2 py-1 hover:bg-hover"
            >
              <span className="block truncate text-sm font-medium" title={person.email}>
                <Text>{person.name}</Text>
              </span>
              <span className="block text-2xs text-ink-3">{t(`shell.role.${person.role}`)}</span>
            </Link>
            <div className="mt-3 flex items-center justify-between">
              <ThemeSwitch initial={theme} />
              <SignOutButton />
            </div>
            <div className="mt-2 flex items-center justify-between">
              <LanguageSwitch />
              <span className="flex">
                <NotifyButton />
                <KeyboardButton />
              </span>
            </div>
          </div>
        </header>
        <header className="flex items-center justify-between border-b border-line bg-sunken px-4 py-2 md:hidden">
          <Brand />
          <div className="flex items-center gap-1.5">
            <NotifyButton />
            <LanguageSwitch />
            <ThemeSwitch initial={theme} />
            <SignOutButton />
          </div>
        </header>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col md:has-[[data-fills]]:h-dvh">
          <ConnectionBar />
          <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
          <PhoneTabs />
        </div>
      </div>
    </ConsoleProviders>
  );
}
