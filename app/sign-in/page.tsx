import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { serverTexts } from "@/components/i18n/server-texts";
import { Brand } from "@/components/shell/brand";
import { LanguageSwitch } from "@/components/shell/language-switch";
import { Notice } from "@/components/ui/notice";
import { currentPerson } from "@/lib/auth/current-person";
import { settings } from "@/lib/settings";
import { destinationOf } from "./destination";
import { faultText } from "./fault-text";
import { ProviderButton } from "./provider-button";
import { SignInForm } from "./sign-in-form";

export const dynamic = "force-dynamic";
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await serverTexts())("signIn.title") };
}

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const destination = destinationOf(callbackUrl);
  if (await currentPerson()) redirect(destination);
  const t = await serverTexts();
  const { passwordSignIn, oidcIssuer, oidcName } = settings();
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-[22rem]">
        <div className="mb-6 flex justify-center text-lg">
          <Brand size={26} />
        </div>
        <div className="rounded-md border border-line bg-surface p-6 shadow-raised">
          <h1 className="text-lg font-semibold tracking-tight">{t("signIn.title")}</h1>
          <p className="mt-0.5 mb-5 text-sm text-ink-2">
            {t(destination === "/inbox" ? "signIn.lead" : "signIn.thenThere")}
          </p>
          {typeof error === "string" ? (
            <Notice look="deny" role="alert" className="mb-4">
              {faultText(error, t)}
            </Notice>
          ) : null}
          {passwordSignIn ? <SignInForm destination={destination} /> : null}
          {passwordSignIn && oidcIssuer ? (
            <p className="my-4 flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t("signIn.or")}
            </p>
          ) : null}
          {oidcIssuer ? <ProviderButton name={oidcName} destination={destination} /> : null}
        </div>
        <p className="mt-4 px-2 text-center text-xs text-ink-3">{t("signIn.promise")}</p>
        <div className="mt-5 flex justify-center">
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}
