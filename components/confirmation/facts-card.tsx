"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Chip } from "@/components/ui/chip";
import { Instant } from "@/components/ui/instant";
import { Text } from "@/components/ui/text";
import type { ConfirmationDetail } from "@/lib/wire/console/types";
import { DigestText } from "./digest-text";
import { shortId } from "./short-id";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-2xs text-ink-3">{name}</dt>
      <dd className="mt-px text-sm [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Mention({ id }: { id: string }) {
  return (
    <Link href={`/confirmations/${id}`} prefetch={false} className="font-mono text-xs underline underline-offset-2">
      {shortId(id)}
    </Link>
  );
}

/** Everything else that is on record about it. */
export function FactsCard({ confirmation: c }: { confirmation: ConfirmationDetail }) {
  const t = useTexts();
  return (
    <section aria-label={t("facts.title")} className="rounded-md border border-line bg-surface px-4 py-3.5">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-3">
        <Fact name={t("facts.agent")}>
          <Text>{c.agent.name}</Text>
        </Fact>
        <Fact name={t("facts.target")}>
          {c.target ? <Text>{c.target}</Text> : <span className="text-ink-3">{t("facts.noneNamed")}</span>}
        </Fact>
        <Fact name={t("facts.subject")}>
          {c.on_behalf_of ? (
            <Text>{c.on_behalf_of}</Text>
          ) : (
            <span className="text-ink-3">{t("facts.nobodyNamed")}</span>
          )}
        </Fact>
        <Fact name={t("facts.session")}>
          {c.session ? <Text>{c.session}</Text> : <span className="text-ink-3">{t("facts.noneNamed")}</span>}
        </Fact>
        {c.group ? (
          <Fact name={t("facts.group")}>
            <Text>{c.group}</Text>
          </Fact>
        ) : null}
        <Fact name={t("facts.asked")}>
          <Instant at={c.created_at} as="exact" />
        </Fact>
        <Fact name={t("facts.digest")}>
          <DigestText digest={c.arguments_digest} />
        </Fact>
        {c.effective_arguments_digest && c.effective_arguments_digest !== c.arguments_digest ? (
          <Fact name={t("facts.effectiveDigest")}>
            <DigestText digest={c.effective_arguments_digest} />
          </Fact>
        ) : null}
        <Fact name={t("facts.fingerprint")}>
          <DigestText digest={c.intent_fingerprint} />
        </Fact>
        {c.supersedes ? (
          <Fact name={t("facts.replaces")}>
            <Mention id={c.supersedes} />
          </Fact>
        ) : null}
        {c.likely_repeat_of ? (
          <Fact name={t("facts.repeatOf")}>
            <Mention id={c.likely_repeat_of} />
          </Fact>
        ) : null}
        {c.escalation ? (
          <Fact name={t("facts.escalation")}>
            <Chip tone="warn">{t(`escalation.${c.escalation}`)}</Chip>
          </Fact>
        ) : null}
        <Fact name={t("facts.id")}>
          <span className="font-mono text-2xs">{c.id}</span>
        </Fact>
      </dl>
    </section>
  );
}
