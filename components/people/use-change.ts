"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { setConnection } from "@/components/live/connection";
import type { PeopleAnswer } from "@/lib/wire/console/types";

type Refused = Extract<PeopleAnswer, { ok: false }>;

/**
 * Sends one change and keeps why it was refused, if it was. While one is on its way no second can start. Whatever comes
 * back, the page is read anew, so that it shows what stands.
 */
export function useChange() {
  const router = useRouter();
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Refused>();

  async function change<T>(send: () => Promise<PeopleAnswer<T>>): Promise<({ ok: true } & T) | undefined> {
    if (busy.current) return undefined;
    busy.current = true;
    setPending(true);
    setRefused(undefined);
    const came = await send().catch((): Refused => ({ ok: false, code: "answer_lost", message: "" }));
    if (!came.ok) setRefused(came);
    if (!came.ok && came.code === "unauthenticated") setConnection({ sessionOver: true });
    router.refresh();
    setPending(false);
    busy.current = false;
    return came.ok ? came : undefined;
  }

  return { change, pending, refused };
}
