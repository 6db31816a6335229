import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** What a list says when it has nothing: that this is no fault, and what would fill it. */
export function Empty({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children?: ReactNode }) {
  return (
    <div className="grid place-items-center px-6 py-20 text-center">
      <Icon size={22} className="text-ink-3" aria-hidden />
      <p className="mt-3 font-medium">{title}</p>
      <div className="mt-1 max-w-[44ch] text-sm text-ink-2">{children}</div>
    </div>
  );
}
