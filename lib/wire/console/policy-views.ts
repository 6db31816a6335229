import type { PolicyStand, readPolicies } from "@/lib/flow/policies/read-policies";
import type { ReplayPart } from "@/lib/flow/policies/replay-policy";
import { writeExactJson } from "@/lib/kernel/exact-json/writer";
import type { Checked } from "@/lib/kernel/policy/change";
import type { PolicyDiff } from "@/lib/kernel/policy/diff";
import type { PolicyTest, Rule } from "@/lib/kernel/policy/document";
import type { Mark, PolicyVersionHead } from "@/lib/store/policies";
import type {
  Policies,
  PolicyCheck,
  PolicyDetail,
  PolicyDiffView,
  PolicyMark,
  PolicyReplay,
  PolicyRuleView,
  PolicyTestView,
  PolicyVersionRow,
} from "./types";

export function policiesView({
  now,
  versions,
  errors,
  errorsAmong,
}: Awaited<ReturnType<typeof readPolicies>>): Policies {
  return {
    versions: versions.map(versionRow),
    rule_errors: errors.map(({ rule, count, message, confirmationId, lastAt }) => ({
      rule,
      count,
      message,
      confirmation_id: confirmationId,
      last_at: lastAt.toISOString(),
    })),
    errors_among: errorsAmong,
    server_time: now.toISOString(),
  };
}

export function policyDetail(stand: PolicyStand, now: Date): PolicyDetail {
  const { version, document, whyNot, stale, abilities } = stand;
  return {
    ...versionRow(version),
    digest: stand.digest,
    rules: document.rules.map(ruleView),
    tests: document.tests.map(testView),
    unreadable: stand.unreadable ?? undefined,
    check: checkView(stand.checked),
    diff: diffView(stand.diff),
    compared_with: stand.comparedWith ?? undefined,
    stale,
    abilities,
    why_not: whyNot?.detail,
    why_not_code: whyNot?.code,
    server_time: now.toISOString(),
  };
}

export function checkView({ faults, results }: Checked): PolicyCheck {
  return {
    faults: faults.map(({ code, field, index, message, line, column }) => ({
      code,
      field,
      index: index ?? undefined,
      message,
      line,
      column,
    })),
    results: results.map(({ index, passed, decided }) => ({
      index,
      passed,
      effect: decided.effect,
      rule: decided.rule ?? undefined,
      errors: decided.errors,
    })),
  };
}

export function replayView({
  at,
  digest,
  examined,
  passedOver,
  counts,
  differing,
  nextCursor,
}: ReplayPart): PolicyReplay {
  return {
    digest,
    examined,
    passed_over: passedOver,
    counts,
    differing: differing.map(({ id, tool, agentName, createdAt, state, before, after }) => ({
      id,
      tool,
      agent: agentName,
      created_at: createdAt.toISOString(),
      state,
      before: { effect: before.effect, rule: before.rule ?? undefined },
      after: { effect: after.effect, rule: after.rule ?? undefined, error: after.error || undefined },
    })),
    next_cursor: nextCursor ?? undefined,
    server_time: at.toISOString(),
  };
}

function diffView({ same, rules, tests }: PolicyDiff): PolicyDiffView {
  return {
    same,
    rules_added: rules.added.map(ruleView),
    rules_removed: rules.removed.map(ruleView),
    rules_changed: rules.changed.map(({ before, after }) => ({ before: ruleView(before), after: ruleView(after) })),
    tests_added: tests.added.map(testView),
    tests_removed: tests.removed.map(testView),
    tests_changed: tests.changed.map(({ before, after }) => ({ before: testView(before), after: testView(after) })),
  };
}

const ruleView = ({ id, effect, when, reason }: Rule): PolicyRuleView => ({ id, effect, when, reason });

const testView = ({ rule, given, expect }: PolicyTest): PolicyTestView => ({
  rule,
  given_text: writeExactJson(given),
  expect,
});

function versionRow(version: PolicyVersionHead): PolicyVersionRow {
  const { number, status, source, basedOn, created, edited, proposed, activated, retiredAt } = version;
  return {
    number,
    status,
    source,
    based_on: basedOn ?? undefined,
    created: markView(created),
    edited: edited ? markView(edited) : undefined,
    proposed: proposed ? markView(proposed) : undefined,
    activated: activated ? markView(activated) : undefined,
    retired_at: retiredAt?.toISOString(),
  };
}

function markView({ at, id, name }: Mark): PolicyMark {
  return { at: at.toISOString(), by: name, by_id: id ?? undefined };
}
