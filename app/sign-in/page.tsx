import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Brand } from "@/components/shell/brand";
import { currentPerson } from "@/lib/auth/current-person";
import { destinationOf } from "./destination";
import { SignInForm } from "./sign-in-form";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ callbackUrl?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const destination = destinationOf((await searchParams).callbackUrl);
  if (await currentPerson()) redirect(destination);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-[22rem]">
        <div className="mb-6 flex justify-center text-lg">
          <Brand size={26} />
        </div>
        <div className="rounded-md border border-line bg-surface p-6 shadow-raised">
          <h1 className="text-lg font-semibold tracking-tight">Sign in</h1>
          <p className="mt-0.5 mb-5 text-sm text-ink-2">
            {destination === "/inbox"
              ? "To decide what agents may do."
              : "Then you are taken to the page you asked for."}
          </p>
          <SignInForm destination={destination} />
        </div>
        <p className="mt-4 px-2 text-center text-xs text-ink-3">Nothing runs that was not confirmed.</p>
      </div>
    </main>
  );
}
