import { ChartColumn, History, Inbox, type LucideIcon, ScrollText, Split } from "lucide-react";
import type { Summary } from "@/lib/wire/console/types";

export type Place = {
  href: string;
  name: string;
  icon: LucideIcon;
  count?: (summary: Summary) => number;
  /** Shown in the colour of unknown outcomes. */
  unsettled?: true;
};

/** The pages there are. */
export const PLACES: Place[] = [
  { href: "/inbox", name: "Inbox", icon: Inbox, count: (summary) => summary.pending },
  { href: "/history", name: "History", icon: History },
  { href: "/reconcile", name: "Reconcile", icon: Split, count: (summary) => summary.outcome_unknown, unsettled: true },
  { href: "/audit", name: "Audit", icon: ScrollText },
  { href: "/insights", name: "Insights", icon: ChartColumn },
];
