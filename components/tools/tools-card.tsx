"use client";

import Link from "next/link";
import { useTexts } from "@/components/i18n/i18n-provider";
import { RISK_CHIP } from "@/components/inbox/risk-look";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Text } from "@/components/ui/text";
import type { ToolView } from "@/lib/wire/console/types";

const CELL = "px-3 py-2 align-top first:pl-4 last:pr-4";
const HEAD = `${CELL} font-medium`;

/** Every tool somebody has described. On a phone who is asked stands below the name. */
export function ToolsCard({ tools, manages }: { tools: ToolView[]; manages: boolean }) {
  const t = useTexts();
  return (
    <Card
      title={t("tools.all")}
      aside={
        manages ? (
          <Link
            href="/tools/edit"
            prefetch={false}
            className="inline-flex min-h-7 items-center rounded-sm border border-line-strong bg-surface px-2.5 text-xs font-medium text-ink hover:bg-hover"
          >
            {t("tools.add")}
          </Link>
        ) : undefined
      }
    >
      {tools.length === 0 ? <p className="px-4 py-3 text-sm text-ink-3">{t("tools.none")}</p> : null}
      {tools.length > 0 ? (
        <table className="w-full text-left text-sm">
          <thead className="border-b border-line text-2xs text-ink-3">
            <tr>
              <th scope="col" className={HEAD}>
                {t("tools.tool")}
              </th>
              <th scope="col" className={HEAD}>
                {t("tools.risk")}
              </th>
              <th scope="col" className={`${HEAD} max-md:hidden`}>
                {t("tools.asked")}
              </th>
              <th scope="col" className={HEAD}>
                {t("tools.state")}
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map((tool) => (
              <tr key={tool.name} className="border-b border-line last:border-0 hover:bg-hover">
                <td className={CELL}>
                  <Link
                    href={`/tools/edit?name=${encodeURIComponent(tool.name)}`}
                    prefetch={false}
                    className="font-mono text-[0.8125rem] font-medium [overflow-wrap:anywhere] underline decoration-line-strong underline-offset-3 hover:decoration-current"
                  >
                    <Text>{tool.name}</Text>
                  </Link>
                  {tool.description ? (
                    <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
                      <Text>{tool.description}</Text>
                    </span>
                  ) : null}
                  <span className="block text-xs text-ink-3 [overflow-wrap:anywhere] md:hidden">
                    <Asked tool={tool} />
                  </span>
                </td>
                <td className={CELL}>
                  {tool.risk ? <Chip tone={RISK_CHIP[tool.risk]}>{t(`risk.${tool.risk}`)}</Chip> : t("tools.unsaid")}
                </td>
                <td className={`${CELL} text-ink-2 [overflow-wrap:anywhere] max-md:hidden`}>
                  <Asked tool={tool} />
                </td>
                <td className={CELL}>
                  {tool.disabled ? <Chip tone="deny">{t("tools.disabled")}</Chip> : <Chip>{t("tools.enabled")}</Chip>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Card>
  );
}

/** Whom it is put to, and how many must approve. */
function Asked({ tool }: { tool: ToolView }) {
  const t = useTexts();
  return (
    <>
      {tool.tiers.length === 0 ? (
        t("tools.anyReviewer")
      ) : (
        <Text>{tool.tiers.map(({ group, wait }) => `${group} (${wait})`).join(" → ")}</Text>
      )}
      {tool.approvals > 1 ? ` · ${t("tools.needs", { n: tool.approvals })}` : ""}
    </>
  );
}
