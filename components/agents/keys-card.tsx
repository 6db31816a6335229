"use client";

import { type SubmitEvent, useState } from "react";
import { addKey, enableAgent, revokeKey } from "@/app/(console)/agents/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { ConfirmButton } from "@/components/people/confirm-button";
import { RefusedNotice } from "@/components/people/refused-notice";
import { ShownOnce } from "@/components/people/shown-once";
import { useChange } from "@/components/people/use-change";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { AgentKeyView, AgentView } from "@/lib/wire/console/types";
import { KeyFields, keyInputOf, NEW_KEY } from "./key-fields";
import { RotateButton } from "./rotate-button";

type Props = { agent: AgentView; keys: AgentKeyView[]; manages: boolean };

/** By what an agent comes in. The keys themselves are kept nowhere: each is shown once, when it is made. */
export function KeysCard({ agent, keys, manages }: Props) {
  const t = useTexts();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const disabled = agent.disabled_at !== undefined;
  return (
    <Card
      title={t("agents.keys")}
      aside={
        manages ? (
          <Button size="sm" aria-expanded={making} onClick={() => setMaking(!making)}>
            {t(disabled ? "agents.enable" : "agents.key.add")}
          </Button>
        ) : undefined
      }
    >
      {making ? (
        <KeyForm
          agent={agent}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      ) : null}
      {made ? (
        <div className="border-b border-line p-4">
          <ShownOnce
            label={t("agents.key.shown", { name: agent.name })}
            secret={made}
            copy={t("agents.key.copy")}
            more={t("agents.key.once")}
            onClose={() => setMade(undefined)}
          />
        </div>
      ) : null}
      <ul>
        {keys.map((key) => (
          <KeyLine key={key.id} of={key} manages={manages && !disabled} />
        ))}
      </ul>
    </Card>
  );
}

function KeyLine({ of, manages }: { of: AgentKeyView; manages: boolean }) {
  const t = useTexts();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium [overflow-wrap:anywhere]">
            <Text>{of.name}</Text>
          </span>
          {of.stands ? <Chip tone="approve">{t("agents.key.stands")}</Chip> : null}
          {of.revoked_at ? <Chip tone="deny">{t("agents.key.revoked")}</Chip> : null}
          {!of.stands && !of.revoked_at ? <Chip>{t("agents.key.ended")}</Chip> : null}
        </p>
        <p className="text-xs text-ink-3">
          {t("agents.key.made")} <Instant at={of.created_at} as="clock" />
          {" · "}
          {of.expires_at ? (
            <>
              {t("agents.key.ends")} <Instant at={of.expires_at} as="clock" />
            </>
          ) : (
            t("agents.key.noEnd")
          )}
          {" · "}
          {of.last_used_at ? (
            <>
              {t("agents.key.used")} <Instant at={of.last_used_at} />
            </>
          ) : (
            t("agents.key.neverUsed")
          )}
        </p>
        <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
          {of.tools.length === 0 ? (
            t("agents.key.allTools")
          ) : (
            <>
              {t("agents.key.only")} <Text>{of.tools.join(", ")}</Text>
            </>
          )}
        </p>
      </div>
      {manages && of.stands ? (
        <div className="flex gap-2">
          <RotateButton of={of} />
          <ConfirmButton
            look="deny"
            label={t("agents.key.revokeThis", { name: of.name })}
            title={t("agents.key.revoke.title", { name: of.name })}
            means={t("agents.key.revoke.means")}
            send={t("agents.key.revoke")}
            act={() => revokeKey(of.id)}
          >
            {t("agents.key.revoke")}
          </ConfirmButton>
        </div>
      ) : null}
    </li>
  );
}

type FormProps = { agent: AgentView; onClose: () => void; onMade: (key: string) => void };

/** One more key; for a disabled agent the one that enables it again. */
function KeyForm({ agent, onClose, onMade }: FormProps) {
  const t = useTexts();
  const [draft, setDraft] = useState(NEW_KEY);
  const { change, pending, refused } = useChange();
  const disabled = agent.disabled_at !== undefined;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const key = keyInputOf(draft);
    const done = await change(() => (disabled ? enableAgent(agent.id, key) : addKey(agent.id, key)));
    if (done) onMade(done.key);
  }

  return (
    <form onSubmit={submit} className="grid gap-3 border-b border-line p-4">
      {disabled ? <p className="text-sm text-ink-2">{t("agents.enable.means")}</p> : null}
      <KeyFields draft={draft} onChange={setDraft} />
      <RefusedNotice refused={refused} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("people.cancel")}</Button>
        <Button type="submit" look="ink" aria-disabled={pending}>
          {t(pending ? "people.working" : disabled ? "agents.enable.send" : "agents.key.add.send")}
        </Button>
      </div>
    </form>
  );
}
