"use client";

import { type SubmitEvent, useState } from "react";
import { makeDelegation } from "@/app/(console)/people/actions";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import type { AccountView } from "@/lib/wire/console/types";
import { FIELD } from "./field-look";
import { RefusedNotice } from "./refused-notice";
import { useChange } from "./use-change";

type Choice = Pick<AccountView, "id" | "name" | "email">;
type Props = { away: Choice[]; deciders: Choice[]; onClose: () => void };

/** A beginning that has passed counts as now, by the server's clock. */
const NOW = "1970-01-01T00:00:00Z";

/** Times are typed in the reader's own zone and sent as instants. */
export function DelegationForm({ away, deciders, onClose }: Props) {
  const t = useTexts();
  const [from, setFrom] = useState(away.length === 1 ? (away[0]?.id ?? "") : "");
  const [to, setTo] = useState("");
  const [starts, setStarts] = useState("");
  const [ends, setEnds] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { change, pending, refused } = useChange();
  const complete = from !== "" && to !== "" && ends !== "";

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (!complete) return;
    const times = { starts_at: starts ? new Date(starts).toISOString() : NOW, ends_at: new Date(ends).toISOString() };
    if (await change(() => makeDelegation({ from, to, ...times, reason }))) onClose();
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 px-4 pt-3 sm:grid-cols-2">
      {away.length > 1 ? (
        <PersonChoice label={t("people.away.from")} value={from} options={away} onChange={setFrom} />
      ) : null}
      <PersonChoice
        label={t("people.away.to")}
        value={to}
        options={deciders.filter(({ id }) => id !== from)}
        onChange={setTo}
      />
      <label className="block text-sm font-medium">
        {t("people.away.starts")}
        <input
          type="datetime-local"
          value={starts}
          onChange={(event) => setStarts(event.target.value)}
          className={`${FIELD} font-normal`}
        />
      </label>
      <label className="block text-sm font-medium">
        {t("people.away.ends")}
        <input
          type="datetime-local"
          required
          value={ends}
          onChange={(event) => setEnds(event.target.value)}
          className={`${FIELD} font-normal`}
        />
      </label>
      <label className="block text-sm font-medium">
        {t("people.away.reason")}
        <input
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className={`${FIELD} font-normal`}
        />
      </label>
      <div className="sm:col-span-2">
        {tried && !complete ? (
          <p role="alert" className="text-sm text-deny">
            {t("people.away.incomplete")}
          </p>
        ) : null}
        <RefusedNotice refused={refused} />
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{t("people.cancel")}</Button>
          <Button type="submit" look="ink" aria-disabled={pending}>
            {t(pending ? "people.working" : "people.save")}
          </Button>
        </div>
      </div>
    </form>
  );
}

type ChoiceProps = { label: string; value: string; options: Choice[]; onChange: (id: string) => void };

function PersonChoice({ label, value, options, onChange }: ChoiceProps) {
  const t = useTexts();
  return (
    <label className="block text-sm font-medium">
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)} className={`${FIELD} font-normal`}>
        <option value="">{t("people.away.choose")}</option>
        {options.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name === email ? name : `${name} (${email})`}
          </option>
        ))}
      </select>
    </label>
  );
}
