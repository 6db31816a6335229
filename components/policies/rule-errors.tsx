"use client";

import Link from "next/link";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { Policies } from "@/lib/wire/console/types";

/** Rules that could not be evaluated lately: each of those requests was asked about or denied, and somebody should know. */
export function RuleErrors({ errors, among }: { errors: Policies["rule_errors"]; among: number }) {
  const t = useTexts();
  if (errors.length === 0) return null;
  return (
    <Card title={t("policies.errors.title")} className="border-warn/50">
      <p className="px-4 pt-3 text-xs text-ink-2">{t("policies.errors.about", { n: among })}</p>
      <ul className="mt-1 divide-y divide-line">
        {errors.map(({ rule, count, message, confirmation_id, last_at }) => (
          <li key={rule} className="px-4 py-2.5 text-xs">
            <p className="flex items-baseline justify-between gap-2">
              <span className="font-mono font-medium [overflow-wrap:anywhere]">
                <Text>{rule}</Text>
              </span>
              <span className="whitespace-nowrap text-warn">{t.count("policies.errors.times", count)}</span>
            </p>
            <p className="text-ink-2 [overflow-wrap:anywhere]">
              <Text>{message}</Text>
            </p>
            <Link href={`/confirmations/${confirmation_id}`} prefetch={false} className="underline underline-offset-2">
              {t("policies.errors.last")} <Instant at={last_at} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
