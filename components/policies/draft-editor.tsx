"use client";

import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { savePolicyDraft } from "@/app/(console)/actions/policies";
import { useTexts } from "@/components/i18n/i18n-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { PolicyDetail } from "@/lib/wire/console/types";
import { freeRuleId, writtenPolicy } from "./draft-model";
import type { useEdits } from "./kept-edits";
import { PolicyNotice } from "./policy-notice";
import { RuleEditor } from "./rule-editor";
import { TestEditor } from "./test-editor";
import { useCheck } from "./use-check";
import type { PolicyAct } from "./use-policy-act";

type Props = { detail: PolicyDetail; edits: ReturnType<typeof useEdits>; acting: PolicyAct };

/** Tells fields apart that were added in this page. */
let added = 0;

/** A draft's rules and tests, to be written; what is wrong is said at its place while one types. */
export function DraftEditor({ detail, edits, acting }: Props) {
  const t = useTexts();
  const { edited, dirty, overtaken, change, forget } = edits;
  const { rules, tests } = edited;
  const written = writtenPolicy(edited);
  const { check, checking } = useCheck(written.text, dirty, detail.check);
  const list = useRef<HTMLDivElement>(null);
  const toFocus = useRef<string>(undefined);
  const disabled = acting.pending;

  // What was just added is what the person writes next.
  useEffect(() => {
    const key = toFocus.current;
    if (key === undefined) return;
    toFocus.current = undefined;
    list.current?.querySelector<HTMLElement>(`[data-rule="${key}"] :is(input, select, textarea)`)?.focus();
  });

  const unreadable = new Set(written.faults.map(({ index }) => index));
  const ruleFaults = (index: number) =>
    check.faults.filter((fault) => fault.field !== "tests" && fault.index === index);
  const testFaults = (index: number) =>
    (unreadable.has(index) ? written.faults : check.faults).filter(
      (fault) => fault.field === "tests" && fault.index === index,
    );
  const whole = check.faults.filter(({ index }) => index === undefined);
  const faults = check.faults.length + written.faults.length;
  const failed = check.results.filter(({ passed }) => !passed).length;

  function nextKey(): string {
    added += 1;
    toFocus.current = `added-${added}`;
    return toFocus.current;
  }

  async function save() {
    const input = { number: detail.number, seen_digest: edited.seenDigest, document_text: written.text };
    const came = await acting.act(() => savePolicyDraft(input));
    if (came?.ok) forget();
  }

  return (
    <div ref={list} className="grid gap-4">
      {overtaken ? (
        <Notice look="warn" role="status">
          {t("policies.overtaken")}{" "}
          <button type="button" className="underline underline-offset-2" onClick={forget}>
            {t("policies.overtaken.show")}
          </button>
        </Notice>
      ) : null}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (dirty && written.faults.length === 0) save();
        }}
        onKeyDown={(event) => {
          if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <Card title={t("policies.rules")} aside={t("policies.order")}>
          {whole.map(({ message }) => (
            <p key={message} className="px-4 pt-3 text-xs text-deny">
              {message}
            </p>
          ))}
          {rules.length === 0 ? <p className="px-4 pt-3 text-sm text-ink-2">{t("policies.rules.none")}</p> : null}
          <ul className="divide-y divide-line">
            {rules.map((rule, index) => (
              <RuleEditor
                key={rule.key}
                rule={rule}
                faults={ruleFaults(index)}
                disabled={disabled}
                onChange={(next) => change({ rules: rules.map((each) => (each.key === rule.key ? next : each)) })}
                onRemove={() => change({ rules: rules.filter((each) => each.key !== rule.key) })}
              />
            ))}
          </ul>
          <div className="border-t border-line px-4 py-2.5">
            <Button
              size="sm"
              disabled={disabled}
              onClick={() => {
                const rule = { key: nextKey(), id: freeRuleId(rules), effect: "ask" as const, when: "", reason: "" };
                change({ rules: [...rules, rule] });
              }}
            >
              <Plus size={13} aria-hidden />
              {t("policies.rule.add")}
            </Button>
          </div>
        </Card>
        <Card title={t("policies.tests")} aside={checking ? t("policies.checking") : undefined}>
          <p className="px-4 pt-3 text-xs text-ink-2">{t("policies.tests.about")}</p>
          <ul className="divide-y divide-line">
            {tests.map((test, index) => (
              <TestEditor
                key={test.key}
                test={test}
                position={index + 1}
                rules={rules.map(({ id }) => id)}
                faults={testFaults(index)}
                result={unreadable.has(index) ? undefined : check.results.find((result) => result.index === index)}
                disabled={disabled}
                onChange={(next) => change({ tests: tests.map((each) => (each.key === test.key ? next : each)) })}
                onRemove={() => change({ tests: tests.filter((each) => each.key !== test.key) })}
              />
            ))}
          </ul>
          <div className="border-t border-line px-4 py-2.5">
            <Button
              size="sm"
              disabled={disabled}
              onClick={() => {
                const given = '{ "tool": "", "arguments": {} }';
                change({ tests: [...tests, { key: nextKey(), rule: "", given, expect: "ask" }] });
              }}
            >
              <Plus size={13} aria-hidden />
              {t("policies.test.add")}
            </Button>
          </div>
        </Card>
        <div className="sticky bottom-0 z-[5] -mx-1 rounded-md border border-line bg-surface px-4 py-2.5 shadow-foot max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
          <PolicyNotice answer={acting.answer} className="mb-2" />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p role="status" className="min-w-0 flex-1 text-xs text-ink-2">
              {faults > 0 ? (
                <span className="text-deny">{t.count("policies.faults", faults)}</span>
              ) : failed > 0 ? (
                <span className="text-deny">{t.count("policies.failing", failed)}</span>
              ) : (
                <span className="text-approve">{t.count("policies.sound", check.results.length)}</span>
              )}
              {dirty ? ` · ${t("policies.unsaved")}` : null}
            </p>
            {dirty ? (
              <Button size="sm" look="quiet" disabled={disabled} onClick={forget}>
                {t("policies.undo")}
              </Button>
            ) : null}
            <Button size="sm" look="ink" type="submit" disabled={disabled || !dirty || written.faults.length > 0}>
              {t(disabled ? "policies.saving" : "policies.save")}
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}
