import {
  BellRing,
  Bot,
  ChartColumn,
  Ellipsis,
  History,
  Inbox,
  type LucideIcon,
  Scale,
  ScrollText,
  Split,
  Users,
  Wrench,
} from "lucide-react";
import type { Key } from "@/components/i18n/catalog";
import type { Role } from "@/lib/kernel/principal";
import type { Summary } from "@/lib/wire/console/types";

export type Place = {
  href: string;
  name: Key;
  icon: LucideIcon;
  count?: (summary: Summary) => number;
  /** Shown in the colour of unknown outcomes. */
  unsettled?: true;
  /** Asked for less often: in the rail, and on a phone behind "More". */
  less?: true;
  /** Whom it is for, where not for all. */
  roles?: readonly Role[];
};

/** The pages there are. */
export const PLACES: Place[] = [
  { href: "/inbox", name: "place.inbox", icon: Inbox, count: (summary) => summary.pending },
  { href: "/history", name: "place.history", icon: History },
  {
    href: "/reconcile",
    name: "place.reconcile",
    icon: Split,
    count: (summary) => summary.outcome_unknown,
    unsettled: true,
  },
  { href: "/audit", name: "place.audit", icon: ScrollText },
  { href: "/insights", name: "place.insights", icon: ChartColumn },
  { href: "/alerts", name: "place.alerts", icon: BellRing, less: true, roles: ["admin", "auditor"] },
  { href: "/policies", name: "place.policies", icon: Scale, less: true },
  { href: "/agents", name: "place.agents", icon: Bot, less: true },
  { href: "/tools", name: "place.tools", icon: Wrench, less: true },
  { href: "/people", name: "place.people", icon: Users, less: true },
];

/** On a phone, what the foot has no room for; on every page, one's own account. */
export const MORE: Place = { href: "/account", name: "place.more", icon: Ellipsis };

export function placesFor(role: Role | undefined): Place[] {
  return PLACES.filter(({ roles }) => !roles || (role !== undefined && roles.includes(role)));
}
