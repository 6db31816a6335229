"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "@/lib/kernel/principal";

export type ViewerFacts = { id: string; role: Role };

const Viewer = createContext<ViewerFacts | undefined>(undefined);

/** Whose page this is: what they did themselves is told as "you". What they may do, the server says with each record. */
export function ViewerProvider({ viewer, children }: { viewer: ViewerFacts; children: ReactNode }) {
  return <Viewer value={viewer}>{children}</Viewer>;
}

export function useViewer(): ViewerFacts | undefined {
  return useContext(Viewer);
}
