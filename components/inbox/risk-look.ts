import type { Tone } from "@/components/ui/chip";
import type { ConfirmationRow } from "@/lib/wire/console/types";

type Risk = NonNullable<ConfirmationRow["risk"]>;

/** The bar at a row's left edge. What is medium, low or unknown does not call. */
export const RISK_BAR: Record<Risk, string> = {
  critical: "bg-deny",
  high: "bg-warn",
  medium: "bg-line-strong",
  low: "bg-line",
};

/** Only these are said in words in a list. */
export const RISK_CHIP: Partial<Record<Risk, Tone>> = { critical: "deny", high: "warn" };
