import { cookies } from "next/headers";
import { cache } from "react";
import type { PersonPrincipal } from "@/lib/kernel/principal";
import { personOfCookies } from "./session-cookie";

/**
 * The person whose browser asks, for pages, server actions and route handlers; null where nobody is signed in. One
 * rendering asks the database once; nothing is kept from one request to the next.
 */
export const currentPerson = cache(async (): Promise<PersonPrincipal | null> => {
  const jar = await cookies();
  return personOfCookies(Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
});
