import type { ReactNode } from "react";

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="px-4 pt-3.5 pb-4 sm:px-6">
      <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
      {children ? <p className="max-w-[72ch] text-sm text-ink-2">{children}</p> : null}
    </header>
  );
}
