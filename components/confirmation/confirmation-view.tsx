"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePolling } from "@/components/live/connection";
import { useShownState } from "@/components/live/use-shown-state";
import { confirmationQuery } from "@/components/queries";
import { hasHidden } from "@/lib/kernel/visible-text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { ArgumentEditor } from "./argument-editor";
import { ClosedBar } from "./closed-bar";
import { ConfirmationBody } from "./confirmation-body";
import { ConfirmationFault } from "./confirmation-fault";
import { ConfirmationSkeleton } from "./confirmation-skeleton";
import { DecisionBar } from "./decision-bar";
import { useDraft } from "./drafts";
import { readEdit } from "./read-edit";
import { useAct } from "./use-act";

/** How a page or a pane lays out the three parts: what is read, what is known besides, and the foot with the buttons. */
export type Frame = (parts: { body: ReactNode; confirmation?: ConfirmationDetail; foot?: ReactNode }) => ReactNode;

type Props = { id: string; level: 1 | 2; frame: Frame; onNext?: () => void };

/** One confirmation by its id; give it the id as `key` too, so that another one is another view and nothing is swapped. */
export function ConfirmationView({ id, frame, ...rest }: Props) {
  const query = useQuery({ ...confirmationQuery(id), refetchInterval: usePolling() });
  if (!query.data) {
    const body = query.isError ? (
      <ConfirmationFault error={query.error} onRetry={() => query.refetch()} />
    ) : (
      <ConfirmationSkeleton />
    );
    return frame({ body });
  }
  return <Loaded confirmation={query.data} fresh={query.isFetchedAfterMount} frame={frame} {...rest} />;
}

type LoadedProps = Omit<Props, "id"> & { confirmation: ConfirmationDetail; fresh: boolean };

function Loaded({ confirmation, fresh, level, frame, onNext }: LoadedProps) {
  const { draft, change, forget } = useDraft(confirmation.id);
  const acting = useAct(confirmation.id);
  const state = useShownState(confirmation);
  const open = state === "pending" && (confirmation.abilities.approve || confirmation.abilities.deny);
  const hidden = holdsHidden(confirmation);
  const edit =
    open && draft.argumentsText !== undefined ? readEdit(confirmation.arguments_text, draft.argumentsText) : undefined;

  const editor = edit ? (
    <ArgumentEditor
      text={draft.argumentsText ?? ""}
      reading={edit}
      disabled={acting.pending}
      onChange={(argumentsText) => change({ argumentsText })}
      errors={acting.answer && !acting.answer.ok ? (acting.answer.errors ?? []) : []}
    />
  ) : undefined;

  const unsent = open ? "" : draft.reason || draft.note;
  const foot = (
    <section aria-label="Decide">
      {/* Said once, when it ends while somebody has it open. */}
      <p role="status" className="sr-only">
        {state === "pending" ? "" : `It is ${state}. It can no longer be decided.`}
      </p>
      {open ? (
        <DecisionBar {...{ confirmation, draft, change, forget, acting, edit, fresh, hidden }} />
      ) : (
        <ClosedBar {...{ confirmation, state, unsent, onNext, answer: acting.answer }} />
      )}
    </section>
  );
  return frame({ body: <ConfirmationBody {...{ confirmation, state, hidden, level, editor }} />, confirmation, foot });
}

function holdsHidden(c: ConfirmationDetail): boolean {
  const names = [c.tool, c.agent.name, c.target, c.session, c.on_behalf_of, c.group];
  return (
    c.hidden_characters ||
    names.some((name) => name !== undefined && hasHidden(name)) ||
    (c.reasoning !== undefined && hasHidden(c.reasoning, { multiline: true }))
  );
}
