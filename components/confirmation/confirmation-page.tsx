"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTexts } from "@/components/i18n/i18n-provider";
import { useTitle } from "@/components/live/use-title";
import { DraftRuleLink } from "@/components/policies/draft-rule-link";
import { confirmationQuery } from "@/components/queries";
import { CancelForm } from "./cancel-form";
import { ConfirmationView, type Frame } from "./confirmation-view";
import { FactsCard } from "./facts-card";
import { PromiseNote } from "./promise-note";
import { shortId } from "./short-id";
import { Siblings } from "./siblings";

/** One confirmation on a page of its own, with its facts at the side. */
export function ConfirmationPage({ id }: { id: string }) {
  const t = useTexts();
  const { data } = useQuery({ ...confirmationQuery(id), enabled: false });
  useTitle(data ? data.tool : t("confirmation.title"));

  const onPage: Frame = ({ body, confirmation, foot }) => (
    <>
      <div className="mx-auto w-full max-w-[74rem] flex-1 px-4 pt-4 pb-6 sm:px-6">
        <nav aria-label={t("confirmation.where")} className="mb-3 text-sm text-ink-2">
          <Link href="/inbox" prefetch={false} className="hover:text-ink hover:underline">
            {t("confirmation.inbox")}
          </Link>
          {" / "}
          <span className="font-mono text-xs">{shortId(id)}</span>
        </nav>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
          {body}
          {confirmation ? (
            <aside className="flex flex-col gap-4">
              <FactsCard confirmation={confirmation} />
              <Siblings confirmation={confirmation} />
              {confirmation.abilities.cancel ? <CancelForm id={id} /> : null}
              <DraftRuleLink id={id} />
              <PromiseNote />
            </aside>
          ) : null}
        </div>
      </div>
      {foot ? (
        <div className="sticky bottom-0 z-10 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-foot sm:px-6">
          <div className="mx-auto max-w-[71rem]">{foot}</div>
        </div>
      ) : null}
    </>
  );
  return <ConfirmationView key={id} id={id} level={1} frame={onPage} />;
}
