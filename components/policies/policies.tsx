"use client";

import { useQuery } from "@tanstack/react-query";
import { beginPolicyDraft } from "@/app/(console)/actions/policies";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useUrlState } from "@/components/live/use-url-state";
import { useViewer } from "@/components/live/viewer";
import { policiesQuery } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { ListFault } from "@/components/ui/list-fault";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { BeginPolicyInput } from "@/lib/wire/console/types";
import { PolicyNotice } from "./policy-notice";
import { RuleErrors } from "./rule-errors";
import { usePolicyAct } from "./use-policy-act";
import { VersionList } from "./version-list";
import { VersionView } from "./version-view";

/** Versions are few and change by people; each act reads them anew at once. */
const READ_AGAIN_MS = 10_000;

/** The policy: what is in force, what was, and what is being written. */
export function Policies() {
  const t = useTexts();
  const url = useUrlState();
  const isAdmin = useViewer()?.role === "admin";
  const { act, pending, answer } = usePolicyAct();
  const query = useQuery({ ...policiesQuery(), refetchInterval: READ_AGAIN_MS });
  const from = url.get("from");

  async function begin(input: BeginPolicyInput) {
    const came = await act(() => beginPolicyDraft(input));
    if (came?.ok) url.set({ version: String(came.number), from: undefined });
  }

  const versions = query.data?.versions ?? [];
  const asked = Number(url.get("version"));
  const active = versions.find(({ status }) => status === "active");
  const shown = Number.isInteger(asked) && asked > 0 ? asked : active?.number;

  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 pb-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-lg font-semibold tracking-tight">{t("policies.title")}</h1>
          <p className="max-w-[72ch] text-sm text-ink-2">{t("policies.lead")}</p>
        </div>
        {isAdmin ? (
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm" disabled={pending} onClick={() => begin({ from: "active" })}>
              {t("policies.begin.active")}
            </Button>
            <Button size="sm" look="quiet" disabled={pending} onClick={() => begin({ from: "nothing" })}>
              {t("policies.begin.nothing")}
            </Button>
          </div>
        ) : null}
      </header>
      <div className="w-full max-w-6xl px-4 pb-10 sm:px-6">
        <PolicyNotice answer={answer} className="mb-4" />
        {from && isAdmin ? (
          <Notice className="mb-4">
            <p>{t("policies.from")}</p>
            <p className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" look="ink" disabled={pending} onClick={() => begin({ from: "confirmation", id: from })}>
                {t("policies.from.begin")}
              </Button>
              <Button size="sm" look="quiet" disabled={pending} onClick={() => url.set({ from: undefined })}>
                {t("policies.from.leave")}
              </Button>
            </p>
          </Notice>
        ) : null}
        {query.data && shown ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
            <aside className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:order-last">
              <VersionList
                versions={versions}
                shown={shown}
                onShow={(number) => url.set({ version: String(number) })}
              />
              <RuleErrors errors={query.data.rule_errors} among={query.data.errors_among} />
            </aside>
            <VersionView key={shown} number={shown} ruleErrors={query.data.rule_errors} />
          </div>
        ) : query.isError ? (
          <ListFault error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <div role="status" className="grid gap-4">
            <span className="sr-only">{t("policies.loading")}</span>
            <Skeleton className="h-20" />
            <Skeleton className="h-64" />
          </div>
        )}
      </div>
    </>
  );
}
