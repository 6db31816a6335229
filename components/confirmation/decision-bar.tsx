"use client";

import { useState } from "react";
import { decide } from "@/app/(console)/actions";
import { Button } from "@/components/ui/button";
import { countText } from "@/components/ui/count-text";
import { ReasonField } from "@/components/ui/reason-field";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { AnswerNotice } from "./answer-notice";
import { DenyForm } from "./deny-form";
import type { Draft } from "./drafts";
import { editableText } from "./editable-text";
import type { EditReading } from "./read-edit";
import type { useAct } from "./use-act";

type Props = {
  confirmation: ConfirmationDetail;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  forget: () => void;
  acting: ReturnType<typeof useAct>;
  /** Set while the arguments are being edited. */
  edit: EditReading | undefined;
  /** What is shown has been read since this page appeared; until then nothing can be decided. */
  fresh: boolean;
  hidden: boolean;
};

/** The three ways on, said in words first. Nothing here has the focus by itself, and one click is one decision. */
export function DecisionBar({ confirmation, draft, change, forget, acting, edit, fresh, hidden }: Props) {
  const { id, agent, arguments_digest } = confirmation;
  const { act, pending, answer } = acting;
  const [noting, setNoting] = useState(draft.note !== "");
  const blocked = pending || !fresh;

  async function send(verdict: "approve" | "deny") {
    if (blocked) return;
    const reason = (verdict === "deny" ? draft.reason : draft.note) || undefined;
    const edited = verdict === "approve" && draft.mode === "edit" ? draft.argumentsText : undefined;
    const came = await act(() =>
      decide({ id, verdict, reason, seen_digest: arguments_digest, arguments_text: edited }),
    );
    if (came?.ok) forget();
  }

  if (draft.mode === "deny") {
    return (
      <>
        <AnswerNotice answer={answer} />
        <DenyForm
          agent={agent.name}
          reason={draft.reason}
          pending={blocked}
          onReason={(reason) => change({ reason })}
          onBack={() => change({ mode: draft.argumentsText === undefined ? "idle" : "edit" })}
          onDeny={() => send("deny")}
        />
      </>
    );
  }

  const changes = edit?.ok ? edit.changes.length : 0;
  const editing = draft.mode === "edit";
  const noteUsable = draft.note === "" || hasVisibleCharacter(draft.note);
  return (
    <>
      <AnswerNotice answer={answer} />
      {noting ? (
        <div className="mb-3">
          <ReasonField
            label="Reason for approving (optional)"
            value={draft.note}
            onChange={(note) => change({ note })}
            fault={noteUsable ? undefined : "Write something that can be seen, or leave it empty."}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-64 text-xs text-ink-2">
          {hidden ? <p className="font-medium text-warn">It holds characters you cannot see, shown as codes.</p> : null}
          <p>
            {editing
              ? `Approving sends your edited arguments. ${agent.name} is told what you changed. It cannot be undone.`
              : `Approving lets ${agent.name} make this one call, once, with exactly these arguments. It cannot be undone.`}{" "}
            {noting ? null : (
              <button
                type="button"
                className="underline underline-offset-2 hover:text-ink"
                onClick={() => setNoting(true)}
              >
                Add a reason
              </button>
            )}
          </p>
        </div>
        <div className="ml-auto grid w-full auto-cols-fr grid-flow-col gap-2 sm:w-auto">
          {editing ? (
            <Button disabled={pending} onClick={() => change({ mode: "idle", argumentsText: undefined })}>
              Discard edit
            </Button>
          ) : (
            <Button
              disabled={blocked || !confirmation.abilities.edit}
              onClick={() =>
                change({
                  mode: "edit",
                  argumentsText: draft.argumentsText ?? editableText(confirmation.arguments_text),
                })
              }
            >
              Edit arguments
            </Button>
          )}
          <Button look="deny" disabled={blocked} onClick={() => change({ mode: "deny" })}>
            Deny
          </Button>
          <Button
            look="approve"
            disabled={blocked || !noteUsable || (editing && changes === 0)}
            onClick={() => send("approve")}
          >
            {pending ? "Approving…" : editing ? `Approve with ${countText(changes, "change")}` : "Approve"}
          </Button>
        </div>
      </div>
    </>
  );
}
