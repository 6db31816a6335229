"use client";

import { useTexts } from "@/components/i18n/i18n-provider";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { Text } from "@/components/ui/text";
import type { PolicyDetail, PolicyRuleView } from "@/lib/wire/console/types";
import { EffectChip } from "./effect-chip";
import { Condition, RuleCard } from "./rule-card";
import { Said, TestLine } from "./test-line";

/** What a version says otherwise than the one it is compared with. */
export function PolicyDiff({ detail }: { detail: PolicyDetail }) {
  const t = useTexts();
  const { diff, compared_with } = detail;
  const title = t("policies.diff", { number: compared_with ?? 0 });
  if (diff.same) {
    return (
      <Card title={title}>
        <p className="px-4 py-3 text-sm text-ink-2">{t("policies.diff.same")}</p>
      </Card>
    );
  }
  const added = <Chip tone="approve">{t("policies.diff.added")}</Chip>;
  const removed = <Chip tone="deny">{t("policies.diff.removed")}</Chip>;
  return (
    <Card title={title} aside={t("policies.diff.order")}>
      <div className="divide-y divide-line">
        {diff.rules_added.map((rule) => (
          <RuleCard key={`+${rule.id}`} rule={rule} mark={added} />
        ))}
        {diff.rules_changed.map(({ before, after }) => (
          <ChangedRule key={`~${after.id}`} before={before} after={after} />
        ))}
        {diff.rules_removed.map((rule) => (
          <RuleCard key={`-${rule.id}`} rule={rule} mark={removed} />
        ))}
      </div>
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {diff.tests_added.map((test) => (
          <Marked key={`+${test.rule} ${test.given_text}`} mark={added}>
            <TestLine test={test} />
          </Marked>
        ))}
        {diff.tests_changed.map(({ before, after }) => (
          <Marked
            key={`~${after.rule} ${after.given_text}`}
            mark={
              <>
                <Chip tone="warn">{t("policies.diff.changed")}</Chip>
                <del className="decoration-deny/60">
                  <Said effect={before.expect} rule={before.rule} />
                </del>
              </>
            }
          >
            <TestLine test={after} />
          </Marked>
        ))}
        {diff.tests_removed.map((test) => (
          <Marked key={`-${test.rule} ${test.given_text}`} mark={removed}>
            <TestLine test={test} />
          </Marked>
        ))}
      </ul>
    </Card>
  );
}

function Marked({ mark, children }: { mark: React.ReactNode; children: React.ReactNode }) {
  const t = useTexts();
  return (
    <li>
      <p className="flex items-center gap-2 px-4 pt-3 text-xs text-ink-2">
        {t("policies.test")} {mark}
      </p>
      <ul>{children}</ul>
    </li>
  );
}

/** A rule that stays and says something else: what it said, and what it says. */
function ChangedRule({ before, after }: { before: PolicyRuleView; after: PolicyRuleView }) {
  const t = useTexts();
  return (
    <article className="px-4 py-3">
      <header className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {before.effect === after.effect ? null : (
          <del className="decoration-deny/60">
            <span className="sr-only">{t("changes.from")} </span>
            <EffectChip effect={before.effect} />
          </del>
        )}
        <EffectChip effect={after.effect} />
        <h3 className="font-mono text-sm font-medium [overflow-wrap:anywhere]">
          <Text>{after.id}</Text>
        </h3>
        <Chip tone="warn">{t("policies.diff.changed")}</Chip>
      </header>
      {before.when === after.when ? (
        <Condition text={after.when} />
      ) : (
        <div className="grid gap-1.5">
          <del className="text-deny no-underline">
            <span className="mb-0.5 block text-2xs">{t("policies.diff.was")}</span>
            <Condition text={before.when} />
          </del>
          <ins className="text-approve no-underline">
            <span className="mb-0.5 block text-2xs">{t("policies.diff.is")}</span>
            <Condition text={after.when} />
          </ins>
        </div>
      )}
      <p className="mt-1.5 text-sm text-ink-2">
        <span className="text-ink-3">{t("policies.reason")}: </span>
        {before.reason === after.reason ? null : (
          <del className="mr-1.5 text-deny decoration-deny/60">
            <Text lines>{before.reason}</Text>
          </del>
        )}
        <Text lines>{after.reason}</Text>
      </p>
    </article>
  );
}
