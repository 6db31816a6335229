"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/**
 * What a list is filtered by, kept in the address so that it can be shared and found again. Changing it asks the server
 * for no page: only the list is read anew.
 */
export function useUrlState() {
  const params = useSearchParams();
  const path = usePathname();

  const set = useCallback(
    (changes: Record<string, string | undefined>) => {
      // The address as it is now: two changes in one moment must not undo each other.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const query = next.toString();
      window.history.replaceState(null, "", query ? `${path}?${query}` : path);
    },
    [path],
  );

  return { get: (name: string) => params.get(name) ?? undefined, set };
}
