"use client";

import Link from "next/link";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { disableAgent, setOwner } from "@/app/(console)/agents/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { ConfirmButton } from "@/components/people/confirm-button";
import { RefusedNotice } from "@/components/people/refused-notice";
import { useChange } from "@/components/people/use-change";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Notice } from "@/components/ui/notice";
import { Text } from "@/components/ui/text";
import type { AgentView, PersonChoice } from "@/lib/wire/console/types";
import { OwnerChoice } from "./owner-choice";

type Props = { agent: AgentView; owners: PersonChoice[]; manages: boolean };

/** What an agent is and has open, who answers for it, and the kill switch. */
export function AgentCard({ agent, owners, manages }: Props) {
  const t = useTexts();
  const [cancelled, setCancelled] = useState<number>();
  const { name, pending, claimable, running } = agent;
  // One that was cut off half-way is pressed again.
  const left = agent.disabled_at !== undefined && pending > 0;
  return (
    <Card
      title={t("agents.agent")}
      aside={agent.disabled_at ? <Chip tone="deny">{t("agents.disabled")}</Chip> : <Chip>{t("agents.active")}</Chip>}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3 text-sm">
        <Fact name={t("agents.owner")}>
          {agent.owner ? (
            <>
              <Text>{agent.owner.name}</Text> <span className="text-ink-3">{agent.owner.email}</span>
            </>
          ) : (
            t("agents.nobody")
          )}
        </Fact>
        <Fact name={t("agents.added")}>
          <Instant at={agent.created_at} as="exact" />
        </Fact>
        {agent.disabled_at ? (
          <Fact name={t("agents.disabledAt")}>
            <Instant at={agent.disabled_at} as="exact" />
          </Fact>
        ) : null}
        <Fact name={t("agents.lastUse")}>
          {agent.last_used_at ? <Instant at={agent.last_used_at} /> : t("agents.never")}
        </Fact>
        <Fact name={t("agents.open")}>
          {t.count("agents.open.pending", pending)} · {t.count("agents.open.claimable", claimable)} ·{" "}
          {t.count("agents.open.running", running)}
        </Fact>
        <Fact name={t("agents.record")}>
          <Link
            href={`/history?agent=${encodeURIComponent(name)}`}
            prefetch={false}
            className="underline underline-offset-3"
          >
            {t("agents.history")}
          </Link>
        </Fact>
      </dl>
      {manages && !agent.disabled_at ? <OwnerForm agent={agent} owners={owners} /> : null}
      {manages && (!agent.disabled_at || left) ? (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">{t("agents.kill.lead")}</p>
          <ConfirmButton
            look="deny"
            title={t("agents.kill.title", { name })}
            means={`${t.count("agents.kill.pending", pending)} ${t.count("agents.kill.claimable", claimable)} ${t.count("agents.kill.running", running)} ${t("agents.kill.keys")}`}
            send={t(left ? "agents.kill.rest" : "agents.kill")}
            act={() => disableAgent(agent.id)}
            onDone={(done) => setCancelled(done.cancelled)}
          >
            {t(left ? "agents.kill.rest" : "agents.kill")}
          </ConfirmButton>
        </div>
      ) : null}
      {cancelled === undefined ? null : (
        <div className="border-t border-line p-4">
          <Notice role="status">{t.count("agents.kill.done", cancelled)}</Notice>
        </div>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function OwnerForm({ agent, owners }: { agent: AgentView; owners: PersonChoice[] }) {
  const t = useTexts();
  const current = agent.owner?.id ?? "";
  const [owner, setChosen] = useState(current);
  const { change, pending, refused } = useChange();
  // An owner who was disabled since is still the owner, until somebody else is.
  const known = !agent.owner || owners.some(({ id }) => id === current) ? owners : [...owners, agent.owner];
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (owner !== current) await change(() => setOwner(agent.id, owner));
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <OwnerChoice value={owner} owners={known} onChange={setChosen} />
      </div>
      <Button type="submit" disabled={owner === current} aria-disabled={pending} className="mt-6">
        {t(pending ? "people.working" : "agents.owner.change")}
      </Button>
      <RefusedNotice refused={refused} className="w-full" />
    </form>
  );
}
