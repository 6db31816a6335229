import { cookies } from "next/headers";
import { type ReactNode, Suspense } from "react";
import { Shell } from "@/components/shell/shell";
import { THEME_COOKIE, themeFrom } from "@/components/shell/theme";
import { currentPerson } from "@/lib/auth/current-person";

export const dynamic = "force-dynamic";

/** Without a person there is no console: each page then sends to the sign-in, because only it knows its own address. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const person = await currentPerson();
  if (!person) return children;
  return (
    <Shell person={person} theme={themeFrom((await cookies()).get(THEME_COOKIE)?.value)}>
      <Suspense>{children}</Suspense>
    </Shell>
  );
}
