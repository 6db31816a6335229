import { type ReactNode, useId } from "react";

type Props = { title: ReactNode; aside?: ReactNode; children: ReactNode; className?: string; level?: 2 | 3 };

/** A titled part of a page; a region that can be reached by its name. */
export function Card({ title, aside, children, className = "", level = 2 }: Props) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section aria-labelledby={id} className={`rounded-md border border-line bg-surface ${className}`}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
        <Heading id={id} className="text-sm font-medium">
          {title}
        </Heading>
        {aside ? <div className="ml-auto flex items-center gap-2 text-2xs text-ink-3">{aside}</div> : null}
      </header>
      {children}
    </section>
  );
}
