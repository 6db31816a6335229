"use client";

import { type ReactNode, useState } from "react";
import {
  activatePolicyVersion,
  discardPolicyDraft,
  proposePolicy,
  rebasePolicyDraft,
} from "@/app/(console)/actions/policies";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { PolicyDetail } from "@/lib/wire/console/types";
import type { PolicyAct } from "./use-policy-act";

type Props = { detail: PolicyDetail; dirty: boolean; acting: PolicyAct };

/** What can be done with a version that is not in force: what will happen, who may, and what stands in the way. */
export function VersionActs({ detail, dirty, acting }: Props) {
  const t = useTexts();
  const [asked, setAsked] = useState<"activate" | "discard">();
  const { number, status, abilities, why_not_code, why_not, stale, digest } = detail;
  const { act, pending, answer } = acting;
  const seen = { number, seen_digest: digest };
  const conflicts = answer?.ok ? (answer.conflicts ?? []) : [];
  const mayAct = abilities.edit;
  if (status !== "draft" && status !== "proposed") return null;

  const step = (name: "propose" | "activate" | "discard" | "rebase", control: ReactNode) => (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">{t(`policies.${name}.means`, { number })}</p>
      {control}
    </div>
  );

  return (
    <Card title={t("policies.acts")}>
      <div className="divide-y divide-line">
        {stale ? (
          <div className="px-4 py-3">
            <Notice look="warn">{t("policies.stale", { number: detail.based_on ?? 0 })}</Notice>
          </div>
        ) : null}
        {conflicts.length > 0 ? (
          <div className="px-4 py-3">
            <Notice look="warn" role="status">
              {t("policies.conflicts", { rules: conflicts.join(", ") })}
            </Notice>
          </div>
        ) : null}
        {abilities.rebase
          ? step(
              "rebase",
              <Button size="sm" disabled={pending || dirty} onClick={() => act(() => rebasePolicyDraft(seen))}>
                {t("policies.rebase")}
              </Button>,
            )
          : null}
        {status === "draft" && mayAct
          ? step(
              "propose",
              <Button
                size="sm"
                look="ink"
                disabled={pending || dirty || !abilities.propose}
                onClick={() => act(() => proposePolicy(seen))}
              >
                {t("policies.propose")}
              </Button>,
            )
          : null}
        {status === "proposed" ? (
          <>
            {why_not_code ? (
              <div className="px-4 py-3">
                <Notice role="status">{t.maybe(`policies.why.${why_not_code}`) ?? why_not}</Notice>
              </div>
            ) : null}
            {abilities.activate
              ? step(
                  "activate",
                  asked === "activate" ? (
                    <span className="flex gap-2">
                      <Button size="sm" disabled={pending} onClick={() => setAsked(undefined)}>
                        {t("decide.back")}
                      </Button>
                      <Button
                        size="sm"
                        look="approve"
                        disabled={pending}
                        onClick={() => act(() => activatePolicyVersion(seen))}
                      >
                        {t("policies.activate.sure", { number })}
                      </Button>
                    </span>
                  ) : (
                    <Button size="sm" look="ink" disabled={pending || dirty} onClick={() => setAsked("activate")}>
                      {t("policies.activate")}
                    </Button>
                  ),
                )
              : null}
          </>
        ) : null}
        {mayAct
          ? step(
              "discard",
              asked === "discard" ? (
                <span className="flex gap-2">
                  <Button size="sm" disabled={pending} onClick={() => setAsked(undefined)}>
                    {t("decide.back")}
                  </Button>
                  <Button size="sm" look="deny" disabled={pending} onClick={() => act(() => discardPolicyDraft(seen))}>
                    {t("policies.discard.sure", { number })}
                  </Button>
                </span>
              ) : (
                <Button size="sm" look="quiet" disabled={pending} onClick={() => setAsked("discard")}>
                  {t("policies.discard")}
                </Button>
              ),
            )
          : null}
        {mayAct ? null : <p className="px-4 py-3 text-sm text-ink-2">{t("policies.notYours")}</p>}
      </div>
    </Card>
  );
}
