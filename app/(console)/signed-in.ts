import { redirect } from "next/navigation";
import { currentPerson } from "@/lib/auth/current-person";
import type { PersonPrincipal } from "@/lib/kernel/principal";

export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The person who asks for a page; whoever is not signed in is sent to do so and comes back to this very address. */
export async function signedIn(path: string, query?: Query): Promise<PersonPrincipal> {
  const person = await currentPerson();
  if (person) return person;
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries((await query) ?? {})) {
    for (const value of [values].flat()) if (value !== undefined) params.append(name, value);
  }
  const here = params.size > 0 ? `${path}?${params}` : path;
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}
