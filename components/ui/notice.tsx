import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const LOOKS = {
  plain: { box: "bg-sunken text-ink-2 border-line", icon: Info },
  warn: { box: "bg-warn-soft text-warn border-transparent", icon: TriangleAlert },
  deny: { box: "bg-deny-soft text-deny border-transparent", icon: CircleAlert },
  unknown: { box: "bg-unknown-soft text-unknown border-transparent", icon: TriangleAlert },
} as const;

type Props = { look?: keyof typeof LOOKS; children: ReactNode; role?: "alert" | "status"; className?: string };

export function Notice({ look = "plain", children, role, className = "" }: Props) {
  const { box, icon: Icon } = LOOKS[look];
  return (
    <div role={role} className={`flex gap-2.5 rounded-md border px-3.5 py-2.5 text-sm ${box} ${className}`}>
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
