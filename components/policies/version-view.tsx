"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldQuestionMark } from "lucide-react";
import { useTexts } from "@/components/i18n/i18n-provider";
import { policyQuery } from "@/components/queries";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import { ListFault } from "@/components/ui/list-fault";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { Text } from "@/components/ui/text";
import type { Policies, PolicyDetail } from "@/lib/wire/console/types";
import { DraftEditor } from "./draft-editor";
import { useEdits } from "./kept-edits";
import { PolicyDiff } from "./policy-diff";
import { PolicyNotice } from "./policy-notice";
import { Replay } from "./replay";
import { RuleCard } from "./rule-card";
import { TestLine } from "./test-line";
import { usePolicyAct } from "./use-policy-act";
import { VersionActs } from "./version-acts";
import { STATUS_TONES } from "./version-list";

/** Somebody else may be writing the same draft. */
const READ_AGAIN_MS = 10_000;

type Props = { number: number; ruleErrors: Policies["rule_errors"] };

/** One version by its number; give it the number as `key` too. */
export function VersionView({ number, ruleErrors }: Props) {
  const t = useTexts();
  const query = useQuery({ ...policyQuery(number), refetchInterval: READ_AGAIN_MS });
  if (query.data) return <Loaded detail={query.data} ruleErrors={ruleErrors} />;
  if (query.isError) return <ListFault error={query.error} onRetry={() => query.refetch()} />;
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t("policies.loading")}</span>
      <Skeleton className="h-8" />
      <Skeleton className="h-64" />
    </div>
  );
}

function Loaded({ detail, ruleErrors }: { detail: PolicyDetail } & Pick<Props, "ruleErrors">) {
  const t = useTexts();
  const edits = useEdits(detail);
  const acting = usePolicyAct();
  const open = detail.status === "draft" || detail.status === "proposed";
  const editing = detail.abilities.edit && detail.status === "draft";
  const dirty = editing && edits.dirty;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="flex flex-wrap items-center gap-2.5 text-base font-semibold">
        {t("policies.version", { number: detail.number })}
        <Chip tone={STATUS_TONES[detail.status]}>{t(`policies.status.${detail.status}`)}</Chip>
      </h2>
      {detail.unreadable ? (
        <Notice look="deny" role="alert">
          {t("policies.unreadable")} <Text>{detail.unreadable}</Text>
        </Notice>
      ) : null}
      {detail.status === "active" && detail.check.faults.length > 0 ? (
        <Notice look="deny" role="alert">
          {t("policies.unusable")} <Text>{detail.check.faults[0]?.message ?? ""}</Text>
        </Notice>
      ) : null}
      {editing ? (
        <DraftEditor detail={detail} edits={edits} acting={acting} />
      ) : (
        <Reading detail={detail} ruleErrors={ruleErrors} />
      )}
      {open ? <PolicyDiff detail={detail} /> : null}
      {open && detail.check.faults.length === 0 ? <Replay number={detail.number} dirty={dirty} /> : null}
      {editing ? null : <PolicyNotice answer={acting.answer} />}
      <VersionActs detail={detail} dirty={dirty} acting={acting} />
      {open || detail.number === 1 ? null : <PolicyDiff detail={detail} />}
    </div>
  );
}

function Reading({ detail, ruleErrors }: { detail: PolicyDetail } & Pick<Props, "ruleErrors">) {
  const t = useTexts();
  const errorsOf = (rule: string) =>
    detail.status === "active" ? ruleErrors.find((each) => each.rule === rule) : undefined;
  return (
    <>
      <Card title={t("policies.rules")} aside={t("policies.order")}>
        {detail.rules.length === 0 ? (
          <Empty icon={ShieldQuestionMark} title={t("policies.rules.none.title")}>
            {t("policies.rules.none")}
          </Empty>
        ) : (
          <div className="divide-y divide-line">
            {detail.rules.map((rule) => {
              const errors = errorsOf(rule.id);
              return (
                <RuleCard
                  key={rule.id}
                  rule={rule}
                  errors={
                    errors ? (
                      <p className="mt-1.5 text-xs text-warn">
                        {t.count("policies.errors", errors.count)} <Text>{errors.message}</Text>
                      </p>
                    ) : null
                  }
                />
              );
            })}
          </div>
        )}
      </Card>
      {detail.tests.length > 0 ? (
        <Card title={t("policies.tests")}>
          <ul className="divide-y divide-line">
            {detail.tests.map((test, index) => (
              <TestLine
                key={`${test.rule} ${test.given_text}`}
                test={test}
                result={detail.check.results.find((result) => result.index === index)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}
