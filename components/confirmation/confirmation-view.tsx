"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useMemo, useState } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { usePolling } from "@/components/live/connection";
import { useShownState } from "@/components/live/use-shown-state";
import { confirmationQuery } from "@/components/queries";
import { Skeleton } from "@/components/ui/skeleton";
import type { ConfirmationDetail, FaultView } from "@/lib/wire/console/types";
import { ClosedBar } from "./closed-bar";
import { ConfirmationBody } from "./confirmation-body";
import { ConfirmationFault } from "./confirmation-fault";
import { ConfirmationSkeleton } from "./confirmation-skeleton";
import { DecisionBar } from "./decision-bar";
import { type Draft, useDraft } from "./drafts";
import { editableText } from "./editable-text";
import { type EditReading, readEdit } from "./read-edit";
import { RevealsContext, useRevealing } from "./reveals";
import { holdsHidden, suspectsIn } from "./suspects";
import { useAct } from "./use-act";
import { useFolds } from "./use-folds";

const EditCard = dynamic(() => import("./edit-card").then((module) => module.EditCard), {
  ssr: false,
  loading: () => <Skeleton className="h-52 w-full rounded-md" />,
});

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

const NO_ERRORS: FaultView[] = [];

function Loaded({ confirmation, fresh, level, frame, onNext }: LoadedProps) {
  const t = useTexts();
  const { draft, change, forget } = useDraft(confirmation.id);
  const acting = useAct(confirmation.id);
  const folds = useFolds();
  const revealing = useRevealing(confirmation);
  const [justOpened, setJustOpened] = useState(false);
  const state = useShownState(confirmation);
  const { approve, deny } = confirmation.abilities;
  const open = state === "pending" && (approve || deny);
  const hidden = useMemo(() => holdsHidden(confirmation), [confirmation]);
  const suspects = useMemo(() => suspectsIn(confirmation), [confirmation]);
  const text = draft.argumentsText;
  // What one of several approvers has edited is what the next one starts from.
  const current = (state === "pending" && confirmation.effective_arguments_text) || confirmation.arguments_text;
  const read = useMemo(() => (text === undefined ? undefined : readEdit(current, text)), [current, text]);
  const edit = open && read ? withUnfinished(read, draft) : undefined;

  const editor = edit ? (
    <EditCard
      {...{ confirmation, draft }}
      reading={edit}
      disabled={acting.pending || !confirmation.abilities.edit}
      onChange={change}
      errors={acting.answer && !acting.answer.ok ? (acting.answer.errors ?? NO_ERRORS) : NO_ERRORS}
      takesFocus={justOpened}
    />
  ) : undefined;

  const foot = (
    <section aria-label={t("decide.title")}>
      {/* Said once, when it ends while somebody has it open. */}
      <p role="status" className="sr-only">
        {state === "pending" ? "" : t("decide.over", { state: t(`state.${state}`) })}
      </p>
      {open ? (
        <DecisionBar
          {...{ confirmation, draft, change, forget, acting, edit, fresh, hidden }}
          alike={suspects.named.length > 0}
          unread={edit ? 0 : folds.unread}
          onReadAll={folds.openAll}
          onEdit={() => {
            setJustOpened(true);
            change({ mode: "edit", argumentsText: text ?? editableText(current) });
          }}
        />
      ) : (
        <ClosedBar
          {...{ confirmation, state, onNext, acting, fresh, answer: acting.answer }}
          unsent={draft.reason || draft.note}
          unsentEdit={read?.ok && read.changes.length === 0 ? undefined : text}
        />
      )}
    </section>
  );
  const body = <ConfirmationBody {...{ confirmation, state, hidden, suspects, level, editor }} folds={folds.watch} />;
  return <RevealsContext value={revealing}>{frame({ body, confirmation, foot })}</RevealsContext>;
}

/** What stands in the form and is no value yet holds everything back. */
function withUnfinished(read: EditReading, { unfinished }: Draft): EditReading {
  const count = Object.keys(unfinished).length;
  return read.ok && count > 0 ? { ok: false, fault: { kind: "unfinished", count } } : read;
}
