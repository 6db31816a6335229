"use client";

import { useRouter } from "next/navigation";
import { type SubmitEvent, useState } from "react";
import { removeTool, saveTool } from "@/app/(console)/tools/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { ConfirmButton } from "@/components/people/confirm-button";
import { RefusedNotice } from "@/components/people/refused-notice";
import { useChange } from "@/components/people/use-change";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ToolView } from "@/lib/wire/console/types";
import { Select, TextArea, TextInput, Tick } from "./fields";
import { TiersEditor } from "./tiers-editor";
import { draftOf, toolOf } from "./tool-draft";

type Props = { tool: ToolView; isNew: boolean; groups: string[]; manages: boolean };

const RISKS = ["low", "medium", "high", "critical"] as const;

/** All that is known of a tool; for whoever does not manage, to read. */
export function ToolForm({ tool, isNew, groups, manages }: Props) {
  const t = useTexts();
  const router = useRouter();
  const [draft, setDraft] = useState(() => draftOf(tool));
  const { change, pending, refused } = useChange();
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const leave = () => router.push("/tools");

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await change(() => saveTool(toolOf(draft)))) leave();
  }

  return (
    <form onSubmit={submit}>
      <fieldset disabled={!manages} className="grid gap-4">
        <legend className="sr-only">{t("tools.tool")}</legend>
        <Card title={t("tools.what")}>
          <div className="grid gap-3 p-4 sm:grid-cols-2">
            <TextInput
              label={t("tools.name")}
              hint={t("tools.name.means")}
              value={draft.name}
              onChange={(name) => set({ name })}
              readOnly={!isNew}
              required
              mono
            />
            <TextInput
              label={t("tools.description")}
              hint={t("tools.description.means")}
              value={draft.description}
              onChange={(description) => set({ description })}
            />
            <Select
              label={t("tools.risk")}
              value={draft.risk}
              onChange={(risk) => set({ risk })}
              options={[
                { value: "", label: t("tools.unsaid") },
                ...RISKS.map((value) => ({ value, label: t(`risk.${value}`) })),
              ]}
            />
            <Select
              label={t("tools.reversible")}
              value={draft.reversible}
              onChange={(reversible) => set({ reversible })}
              options={[
                { value: "", label: t("tools.unsaid") },
                { value: "yes", label: t("tools.reversible.yes") },
                { value: "no", label: t("tools.reversible.no") },
              ]}
            />
            <Tick
              label={t("tools.idempotent")}
              hint={t("tools.idempotent.means")}
              checked={draft.idempotent}
              onChange={(idempotent) => set({ idempotent })}
            />
            <Tick
              label={t("tools.disable")}
              hint={t("tools.disable.means")}
              checked={draft.disabled}
              onChange={(disabled) => set({ disabled })}
            />
          </div>
        </Card>
        <Card title={t("tools.arguments")}>
          <div className="grid gap-3 p-4">
            <TextArea
              label={t("tools.schema")}
              hint={t("tools.schema.means")}
              rows={8}
              value={draft.schema}
              onChange={(schema) => set({ schema })}
            />
            <TextArea
              label={t("tools.masked")}
              hint={t("tools.masked.means")}
              rows={2}
              value={draft.masked}
              onChange={(masked) => set({ masked })}
            />
            <Tick
              label={t("tools.edits")}
              hint={t("tools.edits.means")}
              checked={draft.edits}
              onChange={(edits) => set({ edits })}
            />
          </div>
        </Card>
        <Card title={t("tools.deciding")}>
          <div className="grid gap-3 p-4 sm:grid-cols-3">
            <TextInput
              label={t("tools.window.decision")}
              hint={t("tools.window.means")}
              value={draft.decision}
              onChange={(decision) => set({ decision })}
            />
            <TextInput label={t("tools.window.start")} value={draft.start} onChange={(start) => set({ start })} />
            <TextInput
              label={t("tools.window.outcome")}
              value={draft.outcome}
              onChange={(outcome) => set({ outcome })}
            />
            <TextInput
              label={t("tools.approvals")}
              hint={t("tools.approvals.means")}
              number
              required
              value={draft.approvals}
              onChange={(approvals) => set({ approvals })}
            />
            <TextInput
              label={t("tools.cap")}
              hint={t("tools.cap.means")}
              number
              value={draft.capPerDay}
              onChange={(capPerDay) => set({ capPerDay })}
            />
          </div>
          <TiersEditor tiers={draft.tiers} groups={groups} manages={manages} onChange={(tiers) => set({ tiers })} />
        </Card>
      </fieldset>
      {manages ? (
        <div className="mt-4 grid gap-3">
          <RefusedNotice refused={refused} />
          <div className="flex flex-wrap justify-end gap-2">
            {isNew ? null : (
              <span className="mr-auto">
                <ConfirmButton
                  look="deny"
                  title={t("tools.remove.title", { name: tool.name })}
                  means={t("tools.remove.means")}
                  send={t("tools.remove")}
                  act={() => removeTool(tool.name)}
                  onDone={leave}
                >
                  {t("tools.remove")}
                </ConfirmButton>
              </span>
            )}
            <Button onClick={leave}>{t("people.cancel")}</Button>
            <Button type="submit" look="ink" aria-disabled={pending}>
              {t(pending ? "people.working" : "tools.save")}
            </Button>
          </div>
        </div>
      ) : null}
    </form>
  );
}
