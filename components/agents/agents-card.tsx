"use client";

import Link from "next/link";
import { useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { AgentView, PersonChoice } from "@/lib/wire/console/types";
import { AgentForm } from "./agent-form";

type Props = { agents: AgentView[]; owners: PersonChoice[]; manages: boolean };

const CELL = "px-3 py-2 align-top first:pl-4 last:pr-4";
const HEAD = `${CELL} font-medium`;

/** Every agent there is. On a phone what stands in the later columns is below the name. */
export function AgentsCard({ agents, owners, manages }: Props) {
  const t = useTexts();
  const [adding, setAdding] = useState(false);
  const numbers = new Intl.NumberFormat(t.locale);
  return (
    <Card
      title={t("agents.all")}
      aside={
        manages ? (
          <Button size="sm" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t("agents.add")}
          </Button>
        ) : undefined
      }
    >
      {adding ? <AgentForm owners={owners} onClose={() => setAdding(false)} /> : null}
      {agents.length === 0 ? <p className="px-4 py-3 text-sm text-ink-3">{t("agents.none")}</p> : null}
      {agents.length > 0 ? (
        <table className="w-full text-left text-sm">
          <thead className="border-b border-line text-2xs text-ink-3">
            <tr>
              <th scope="col" className={HEAD}>
                {t("agents.agent")}
              </th>
              <th scope="col" className={`${HEAD} max-md:hidden`}>
                {t("agents.owner")}
              </th>
              <th scope="col" className={`${HEAD} text-right max-md:hidden`}>
                {t("agents.keys")}
              </th>
              <th scope="col" className={`${HEAD} max-md:hidden`}>
                {t("agents.lastUse")}
              </th>
              <th scope="col" className={`${HEAD} text-right`}>
                {t("agents.pending")}
              </th>
              <th scope="col" className={HEAD}>
                {t("agents.state")}
              </th>
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => {
              const owner = agent.owner ? <Text>{agent.owner.name}</Text> : t("agents.nobody");
              const lastUse = agent.last_used_at ? <Instant at={agent.last_used_at} /> : t("agents.never");
              return (
                <tr key={agent.id} className="border-b border-line last:border-0 hover:bg-hover">
                  <td className={CELL}>
                    <Link
                      href={`/agents/${agent.id}`}
                      prefetch={false}
                      className="font-medium [overflow-wrap:anywhere] underline decoration-line-strong underline-offset-3 hover:decoration-current"
                    >
                      <Text>{agent.name}</Text>
                    </Link>
                    <span className="block text-xs text-ink-3 [overflow-wrap:anywhere] md:hidden">
                      {owner} · {t.count("agents.keysStand", agent.keys)} · {lastUse}
                    </span>
                  </td>
                  <td className={`${CELL} text-ink-2 [overflow-wrap:anywhere] max-md:hidden`}>{owner}</td>
                  <td className={`${CELL} text-right text-ink-2 tabular-nums max-md:hidden`}>
                    {numbers.format(agent.keys)}
                  </td>
                  <td className={`${CELL} whitespace-nowrap text-ink-2 max-md:hidden`}>{lastUse}</td>
                  <td className={`${CELL} text-right tabular-nums`}>{numbers.format(agent.pending)}</td>
                  <td className={CELL}>
                    {agent.disabled_at ? (
                      <Chip tone="deny">{t("agents.disabled")}</Chip>
                    ) : (
                      <Chip>{t("agents.active")}</Chip>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
    </Card>
  );
}
