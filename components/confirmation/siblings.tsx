"use client";

import dynamic from "next/dynamic";
import type { ConfirmationDetail } from "@/lib/wire/console/types";

const SiblingsCard = dynamic(() => import("./siblings-card").then((module) => module.SiblingsCard), { ssr: false });

/** What else the same turn and the same run asked for, read after the confirmation itself. */
export function Siblings({ confirmation: { id, group, session } }: { confirmation: ConfirmationDetail }) {
  return (
    <>
      {group ? <SiblingsCard id={id} by="group" value={group} /> : null}
      {session ? <SiblingsCard id={id} by="session" value={session} /> : null}
    </>
  );
}
