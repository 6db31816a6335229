"use client";

import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { Chip, type Tone } from "@/components/ui/chip";
import { Explain } from "@/components/ui/explain";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ConfirmationDetail, State } from "@/lib/wire/console/types";
import { ExecutionChip, StateChip } from "./state-chips";

type Props = { confirmation: ConfirmationDetail; state: State; level: 1 | 2 };

const RISKS: Record<NonNullable<ConfirmationDetail["risk"]>, Tone> = {
  low: "plain",
  medium: "plain",
  high: "warn",
  critical: "deny",
};

/** Which tool, what is at stake, where it stands, and who asks for it on whose behalf. */
export function ConfirmationHeader({ confirmation, state, level }: Props) {
  const t = useTexts();
  const { tool, risk, reversible, agent, target, session, on_behalf_of, created_at, execution } = confirmation;
  const Heading = level === 1 ? "h1" : "h2";
  const about = (words: string) => t("chip.about", { state: words });
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Heading className="mr-0.5 min-w-0 font-mono text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          <Text>{tool}</Text>
        </Heading>
        {risk ? (
          <Explain label={about(t(`risk.${risk}`))} means={t("meaning.risk")}>
            <Chip tone={RISKS[risk]}>{t(`risk.${risk}`)}</Chip>
          </Explain>
        ) : null}
        {reversible === false ? (
          <Explain label={about(t("confirmation.irreversible"))} means={t("meaning.irreversible")}>
            <Chip tone="deny">{t("confirmation.irreversible")}</Chip>
          </Explain>
        ) : null}
        <Explain label={about(t(`state.${state}`))} means={t(`meaning.${state}`)}>
          <StateChip state={state} />
        </Explain>
        {execution ? (
          <Explain label={about(t(`execution.${execution.state}`))} means={t(`meaning.${execution.state}`)}>
            <ExecutionChip state={execution.state} />
          </Explain>
        ) : null}
      </div>
      <p className="mt-1.5 text-sm text-ink-2 [overflow-wrap:anywhere]">
        <Text>{agent.name}</Text>
        {target ? (
          <>
            {" → "}
            <Text>{target}</Text>
          </>
        ) : null}
        {session ? (
          <>
            {" · "}
            <Phrase
              id="confirmation.session"
              with={{
                session: (
                  <span className="font-mono text-xs">
                    <Text>{session}</Text>
                  </span>
                ),
              }}
            />
          </>
        ) : null}
        {on_behalf_of ? (
          <>
            {" · "}
            <Phrase id="confirmation.behalf" with={{ subject: <Text>{on_behalf_of}</Text> }} />
          </>
        ) : null}
        {" · "}
        <Phrase id="confirmation.asked" with={{ ago: <Instant at={created_at} /> }} />
      </p>
      {confirmation.tool_description ? (
        <p className="mt-1 max-w-[72ch] text-sm text-ink-3 [overflow-wrap:anywhere]">
          <Text lines>{confirmation.tool_description}</Text>
        </p>
      ) : null}
    </header>
  );
}
