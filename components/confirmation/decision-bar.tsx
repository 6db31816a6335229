"use client";

import { useEffect, useRef, useState } from "react";
import { decide } from "@/app/(console)/actions";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { KeyHint } from "@/components/keyboard/key-hint";
import { useShortcut } from "@/components/keyboard/shortcuts";
import { Button } from "@/components/ui/button";
import { ReasonField } from "@/components/ui/reason-field";
import { Text } from "@/components/ui/text";
import { hasVisibleCharacter } from "@/lib/kernel/visible-text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { AnswerNotice } from "./answer-notice";
import { BreakGlass } from "./break-glass";
import { DenyForm } from "./deny-form";
import type { Draft } from "./drafts";
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
  /** Some letters pass for others. */
  alike: boolean;
  /** How many parts of the arguments are folded and were never opened. */
  unread: number;
  onReadAll: () => void;
  onEdit: () => void;
};

const LINK = "underline underline-offset-2 hover:text-ink";

/** The three ways on, said in words first. Nothing here has the focus by itself, and one click is one decision. */
export function DecisionBar(props: Props) {
  const { confirmation, draft, change, forget, acting, edit, fresh, hidden, alike, unread, onReadAll, onEdit } = props;
  const t = useTexts();
  const { id, agent, abilities, approvals, reversible } = confirmation;
  // Where one of several approvers has edited, that is what the page shows and what a click is bound to.
  const digest = confirmation.effective_arguments_digest ?? confirmation.arguments_digest;
  // How many others must approve after this person has.
  const more = approvals ? approvals.needed - approvals.given.length - (abilities.voted ? 0 : 1) : 0;
  const { act, pending, answer } = acting;
  const [noting, setNoting] = useState(draft.note !== "");
  /** By keyboard, approving takes a second press. */
  const [armed, setArmed] = useState(false);
  const approveButton = useRef<HTMLButtonElement>(null);
  const denyButton = useRef<HTMLButtonElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  /** Where the focus goes back to, when what took it is closed. */
  const goingBack = useRef<"deny" | "edit" | null>(null);
  const blocked = pending || !fresh;
  const denying = draft.mode === "deny";
  const editing = draft.mode === "edit";
  const changes = edit?.ok ? edit.changes.length : 0;
  const noteUsable = draft.note === "" || hasVisibleCharacter(draft.note);
  const canApprove = (editing ? changes > 0 && abilities.edit : abilities.approve) && !blocked && noteUsable;

  async function send(verdict: "approve" | "deny") {
    if (blocked) return;
    const reason = (verdict === "deny" ? draft.reason : draft.note) || undefined;
    const edited = verdict === "approve" && editing ? draft.argumentsText : undefined;
    const came = await act(() => decide({ id, verdict, reason, seen_digest: digest, arguments_text: edited }));
    if (came?.ok) forget();
  }

  const about = `${id} ${digest}`;
  const press = () => {
    if (armed) send("approve");
    else {
      setArmed(true);
      approveButton.current?.focus();
    }
  };
  useShortcut("a", canApprove && !denying ? press : undefined, about);
  useShortcut("d", abilities.deny && !blocked && !denying ? () => change({ mode: "deny" }) : undefined, about);
  useShortcut("e", abilities.edit && !blocked && !denying && !editing ? onEdit : undefined, about);

  useEffect(() => {
    if (denying) return;
    const back = goingBack.current;
    goingBack.current = null;
    if (back === "deny") denyButton.current?.focus();
    if (back === "edit" && !editing) editButton.current?.focus();
  }, [denying, editing]);

  if (denying) {
    return (
      <>
        <AnswerNotice answer={answer} />
        <DenyForm
          agent={agent.name}
          reason={draft.reason}
          pending={blocked}
          onReason={(reason) => change({ reason })}
          onBack={() => {
            goingBack.current = "deny";
            change({ mode: draft.argumentsText === undefined ? "idle" : "edit" });
          }}
          onDeny={() => send("deny")}
        />
      </>
    );
  }

  const approveWords = pending
    ? t("decide.approving")
    : !editing
      ? t("decide.approve")
      : changes === 0
        ? t("decide.approveNoChanges")
        : t.count("decide.approveChanges", changes);
  const whyNot = abilities.approve
    ? undefined
    : abilities.voted
      ? t("approvals.voted")
      : (t.maybe(`refusal.${abilities.why_not_code}`) ?? abilities.why_not ?? t("decide.cannot"));
  return (
    <>
      <AnswerNotice answer={answer} />
      {noting ? (
        <div className="mb-3">
          <ReasonField
            label={t("decide.reasonApprove")}
            value={draft.note}
            onChange={(note) => change({ note })}
            fault={noteUsable ? undefined : t("decide.reasonUnseen")}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-64 text-xs text-ink-2 [overflow-wrap:anywhere]">
          {hidden ? <p className="font-medium text-warn">{t("confirmation.hidden.bar")}</p> : null}
          {alike ? <p className="font-medium text-warn">{t("confirmation.alike.bar")}</p> : null}
          {unread > 0 ? (
            <p className="font-medium text-warn">
              {t.count("arguments.unread", unread)}{" "}
              <button type="button" className={LINK} onClick={onReadAll}>
                {t("arguments.unfold")}
              </button>
            </p>
          ) : null}
          {editing && !abilities.edit ? <p className="font-medium text-warn">{t("decide.editsOver")}</p> : null}
          {armed ? (
            <p role="status" className="font-medium text-approve">
              {t("decide.armed")}
            </p>
          ) : null}
          {abilities.in_place_of ? (
            <p className="font-medium text-ink">
              <Phrase id="asked.inPlace" with={{ name: <Text>{abilities.in_place_of.name}</Text> }} />
            </p>
          ) : null}
          {more > 0 ? <p className="font-medium text-ink">{t.count("approvals.more", more)}</p> : null}
          {editing && approvals && approvals.given.length > 0 ? (
            <p className="font-medium text-warn">{t("approvals.voids")}</p>
          ) : null}
          {whyNot ? (
            <p className="font-medium text-ink">{whyNot}</p>
          ) : (
            <p>
              <Phrase
                id={editing ? "decide.promiseEdited" : "decide.promise"}
                with={{ agent: <Text>{agent.name}</Text> }}
              />{" "}
              {reversible === false ? <b className="font-medium text-deny">{t("decide.irreversible")} </b> : null}
              {abilities.edit || editing ? null : `${t("decide.noEdits")} `}
              {noting ? null : (
                <button type="button" className={LINK} onClick={() => setNoting(true)}>
                  {t("decide.addReason")}
                </button>
              )}
            </p>
          )}
        </div>
        {abilities.break_glass ? <BreakGlass {...{ confirmation, acting, fresh }} /> : null}
        <div className="ml-auto grid w-full auto-cols-fr grid-flow-col gap-2 sm:w-auto">
          {editing ? (
            <Button
              disabled={pending}
              onClick={() => {
                goingBack.current = "edit";
                change({ mode: "idle", argumentsText: undefined, unfinished: {} });
              }}
            >
              {t("decide.discard")}
            </Button>
          ) : (
            <Button
              ref={editButton}
              disabled={blocked || !abilities.edit}
              title={abilities.edit || whyNot ? undefined : t("decide.noEdits")}
              aria-keyshortcuts="e"
              className="max-sm:px-1.5"
              onClick={onEdit}
            >
              {t("decide.edit")}
              <KeyHint>e</KeyHint>
            </Button>
          )}
          <Button
            ref={denyButton}
            look="deny"
            disabled={blocked || !abilities.deny}
            aria-keyshortcuts="d"
            onClick={() => change({ mode: "deny" })}
          >
            {t("decide.deny")}
            <KeyHint>d</KeyHint>
          </Button>
          <Button
            ref={approveButton}
            look="approve"
            // While it is on its way the button keeps the focus, so that an answer finds the reader where they were.
            aria-disabled={pending || undefined}
            disabled={!canApprove && !pending}
            aria-keyshortcuts="a"
            className={armed ? "ring-2 ring-approve ring-offset-2 ring-offset-surface" : ""}
            onBlur={() => setArmed(false)}
            onKeyDown={(event) => {
              if (event.key === "Escape") setArmed(false);
            }}
            onClick={() => send("approve")}
          >
            {approveWords}
            <KeyHint>a</KeyHint>
          </Button>
        </div>
      </div>
    </>
  );
}
