import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ConfirmationDetail, State } from "@/lib/wire/console/types";
import { ExecutionChip, StateChip } from "./state-chips";

type Props = { confirmation: ConfirmationDetail; state: State; level: 1 | 2 };

/** Which tool, where it stands, and who asks for it on whose behalf. */
export function ConfirmationHeader({ confirmation, state, level }: Props) {
  const { tool, agent, target, session, on_behalf_of, created_at, execution } = confirmation;
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Heading className="min-w-0 font-mono text-xl font-semibold tracking-tight [overflow-wrap:anywhere]">
          <Text>{tool}</Text>
        </Heading>
        <StateChip state={state} />
        {execution ? <ExecutionChip state={execution.state} /> : null}
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
            {" · session "}
            <span className="font-mono text-xs">
              <Text>{session}</Text>
            </span>
          </>
        ) : null}
        {on_behalf_of ? (
          <>
            {" · on behalf of "}
            <Text>{on_behalf_of}</Text>
          </>
        ) : null}
        {" · asked "}
        <Instant at={created_at} />
      </p>
    </header>
  );
}
