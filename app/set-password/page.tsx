import type { Metadata } from "next";
import { serverTexts } from "@/components/i18n/server-texts";
import { Brand } from "@/components/shell/brand";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { PASSWORD_LEAST_CHARACTERS } from "@/lib/auth/passwords";
import { settings } from "@/lib/settings";
import { readLink } from "@/lib/store/account-links";
import { SetPasswordForm } from "./set-password-form";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("setPassword.title") };
}

type Props = { searchParams: Promise<{ link?: string | string[] }> };

/** Behind a link that an admin handed over. Opening it reads and changes nothing: a scanner does not use it up. */
export default async function SetPasswordPage({ searchParams }: Props) {
  const { link: secret } = await searchParams;
  const link = typeof secret === "string" && settings().passwordSignIn ? await readLink(secret) : null;
  const t = await serverTexts();
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-[22rem]">
        <div className="mb-6 flex justify-center text-lg">
          <Brand size={26} />
        </div>
        <div className="rounded-md border border-line bg-surface p-6 shadow-raised">
          {link && typeof secret === "string" ? (
            <SetPasswordForm
              link={secret}
              email={link.email}
              name={link.purpose === "invitation" ? (link.name === link.email ? "" : link.name) : undefined}
              least={PASSWORD_LEAST_CHARACTERS}
            />
          ) : (
            <>
              <h1 className="text-lg font-semibold tracking-tight">{t("setPassword.void")}</h1>
              <p className="mt-0.5 text-sm text-ink-2">{t("setPassword.void.text")}</p>
            </>
          )}
        </div>
        <div className="mt-5 flex justify-center">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}
