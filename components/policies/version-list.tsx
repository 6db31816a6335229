"use client";

import { useState } from "react";
import { Text as Phrase, useTexts } from "@/components/i18n/i18n-provider";
import { useViewer } from "@/components/live/viewer";
import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { PolicyMark, PolicyVersionRow } from "@/lib/wire/console/types";
import { SMALL_LINK } from "./rule-editor";

export const STATUS_TONES: Record<PolicyVersionRow["status"], Tone> = {
  draft: "warn",
  proposed: "wait",
  active: "approve",
  retired: "plain",
  discarded: "plain",
};

/** As many as are met without looking for one. */
const FEW = 8;

type Props = { versions: PolicyVersionRow[]; shown: number; onShow: (number: number) => void };

/** Every version there was: what is being written first, then what is and was in force, with who, when and by what way. */
export function VersionList({ versions, shown, onShow }: Props) {
  const t = useTexts();
  const [all, setAll] = useState(false);
  const isOpen = ({ status }: PolicyVersionRow) => status === "draft" || status === "proposed";
  const isActive = ({ status }: PolicyVersionRow) => status === "active";
  const inOrder = [
    ...versions.filter(isOpen),
    ...versions.filter(isActive),
    ...versions.filter((version) => !isOpen(version) && !isActive(version)),
  ];
  const listed = inOrder.filter(
    (version, at) => all || at < FEW || version.number === shown || isOpen(version) || isActive(version),
  );
  return (
    <Card title={t("policies.versions")}>
      <ul className="divide-y divide-line">
        {listed.map((version) => (
          <li key={version.number}>
            <button
              type="button"
              aria-current={version.number === shown || undefined}
              onClick={() => onShow(version.number)}
              className="block w-full px-4 py-2.5 text-left hover:bg-hover aria-[current=true]:bg-selected"
            >
              <span className="flex items-center gap-2 text-sm font-medium">
                {t("policies.version", { number: version.number })}
                <Chip tone={STATUS_TONES[version.status]}>{t(`policies.status.${version.status}`)}</Chip>
              </span>
              <span className="mt-0.5 block text-2xs text-ink-2">
                <Marks version={version} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {listed.length < inOrder.length ? (
        <div className="border-t border-line px-4 py-2">
          <button type="button" className={SMALL_LINK} onClick={() => setAll(true)}>
            {t.count("policies.versions.more", inOrder.length - listed.length)}
          </button>
        </div>
      ) : null}
    </Card>
  );
}

function Marks({ version }: { version: PolicyVersionRow }) {
  const t = useTexts();
  const { activated, proposed, edited, created, source } = version;
  if (source === "system") return t("policies.by.system");
  if (activated) {
    return (
      <>
        <Marked name="activated" mark={activated} />
        {source === "file" ? ` · ${t("policies.by.file")}` : proposed ? " · " : null}
        {source !== "file" && proposed ? <Marked name="proposed" mark={proposed} /> : null}
      </>
    );
  }
  if (proposed) return <Marked name="proposed" mark={proposed} />;
  return edited ? <Marked name="edited" mark={edited} /> : <Marked name="created" mark={created} />;
}

function Marked({ name, mark }: { name: "activated" | "proposed" | "edited" | "created"; mark: PolicyMark }) {
  const t = useTexts();
  const viewer = useViewer();
  const who = mark.by_id !== undefined && mark.by_id === viewer?.id ? t("event.you") : <Text>{mark.by}</Text>;
  return <Phrase id={`policies.by.${name}`} with={{ who, when: <Instant at={mark.at} /> }} />;
}
