"use client";

import { type SubmitEvent, useState } from "react";
import { addAgent } from "@/app/(console)/agents/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { FIELD } from "@/components/people/field-look";
import { RefusedNotice } from "@/components/people/refused-notice";
import { ShownOnce } from "@/components/people/shown-once";
import { useChange } from "@/components/people/use-change";
import { Button } from "@/components/ui/button";
import type { PersonChoice } from "@/lib/wire/console/types";
import { KeyFields, keyInputOf, NEW_KEY } from "./key-fields";
import { OwnerChoice } from "./owner-choice";

/** A new agent with its first key, which is shown here once. */
export function AgentForm({ owners, onClose }: { owners: PersonChoice[]; onClose: () => void }) {
  const t = useTexts();
  const [name, setName] = useState("");
  const [owner, setOwner] = useState("");
  const [draft, setDraft] = useState(NEW_KEY);
  const [made, setMade] = useState<string>();
  const { change, pending, refused } = useChange();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const done = await change(() => addAgent({ name, owner_id: owner, key: keyInputOf(draft) }));
    if (done) setMade(done.key);
  }

  if (made) {
    return (
      <div className="border-b border-line p-4">
        <ShownOnce
          label={t("agents.key.shown", { name })}
          secret={made}
          copy={t("agents.key.copy")}
          more={t("agents.key.once")}
          onClose={onClose}
        />
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-3 border-b border-line p-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <label className="block text-sm font-medium">
          {t("agents.name")}
          <input
            required
            maxLength={128}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={`${FIELD} font-normal`}
          />
        </label>
        <OwnerChoice value={owner} owners={owners} onChange={setOwner} />
      </div>
      <KeyFields draft={draft} onChange={setDraft} />
      <RefusedNotice refused={refused} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("people.cancel")}</Button>
        <Button type="submit" look="ink" aria-disabled={pending}>
          {t(pending ? "people.working" : "agents.add.send")}
        </Button>
      </div>
    </form>
  );
}
