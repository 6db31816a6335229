"use client";

import { createContext, type ReactNode, useContext } from "react";

const Viewer = createContext<string | undefined>(undefined);

/** Whose page this is, by id: what they did themselves is told as "you". */
export function ViewerProvider({ id, children }: { id: string; children: ReactNode }) {
  return <Viewer value={id}>{children}</Viewer>;
}

export function useViewerId(): string | undefined {
  return useContext(Viewer);
}
