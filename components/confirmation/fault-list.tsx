"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import type { FaultView } from "@/lib/wire/console/types";
import { whyText } from "./why-text";

/** What the server found wrong at places that have no field of their own here. */
export function FaultList({ faults }: { faults: readonly FaultView[] }) {
  const t = useTexts();
  if (faults.length === 0) return null;
  return (
    <ul className="mt-1.5 text-xs text-deny">
      {faults.map((fault) => (
        <li key={`${fault.path} ${fault.message}`}>
          <code className="font-mono">{fault.path || "/"}</code> {whyText(fault, t)}
        </li>
      ))}
    </ul>
  );
}
