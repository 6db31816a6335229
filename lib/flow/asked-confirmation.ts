import { type Confirmation, NOT_DECIDED } from "@/lib/kernel/confirmation";
import { operationDigest } from "@/lib/kernel/digests";
import type { ExactObject } from "@/lib/kernel/exact-json/value";
import { newId } from "@/lib/kernel/id";
import { maskSecrets } from "@/lib/kernel/masking";
import { previewOf } from "@/lib/kernel/preview";
import { searchTextOf } from "@/lib/kernel/search-text";
import { type ToolSettings, windowsFor } from "@/lib/kernel/tool";
import { decidableUntil, waitEndsAt } from "@/lib/kernel/windows";
import { settings } from "@/lib/settings";
import { readStoredObject } from "./stored-json";

export type Submission = {
  tool: string;
  arguments: ExactObject;
  target: string | null;
  session: string | null;
  turnGroup: string | null;
  onBehalfOf: string | null;
  reasoning: string | null;
  context: ExactObject | null;
  waitWindowSeconds: number | null;
  decisionWindowSeconds: number | null;
  supersedes: string | null;
  idempotencyKey: string | null;
  /** The whole request as it was read; compared by value when its key comes again. */
  request: ExactObject;
};

type Computed = {
  now: Date;
  agentId: string;
  argumentsDigest: string;
  requestDigest: string;
  intentFingerprint: string;
  likelyRepeatOf: string | null;
  originId: string | null;
  policyVersion: number;
  tool: ToolSettings;
};

/** The facts a request begins with, before anybody or anything has judged it. */
export function askedConfirmation(submission: Submission, computed: Computed): Confirmation {
  const { waitWindowSeconds, ...defaults } = settings();
  const windows = windowsFor(computed.tool, submission.decisionWindowSeconds, defaults);
  const { now, agentId, argumentsDigest } = computed;
  const { tool, target, session, turnGroup, onBehalfOf, reasoning } = submission;
  const id = newId(now);
  const masked = maskSecrets(submission.arguments, computed.tool.masked);
  const names = [tool, target, session, turnGroup, onBehalfOf];
  const visible = masked.masked.length === 0 ? submission.arguments : readStoredObject(masked.text);
  const preview = previewOf(visible, masked.masked, names, [reasoning]);
  return {
    ...NOT_DECIDED,
    id,
    agentId,
    idempotencyKey: submission.idempotencyKey,
    requestDigest: computed.requestDigest,
    tool,
    target,
    session,
    turnGroup,
    onBehalfOf,
    reasoning,
    context: submission.context?.text ?? null,
    arguments: submission.arguments.text,
    argumentsDigest,
    operationDigest: operationDigest({
      id,
      tool,
      target,
      argumentsDigest,
      agentId,
      subject: onBehalfOf,
      session,
      createdAt: now,
    }),
    intentFingerprint: computed.intentFingerprint,
    supersedes: submission.supersedes,
    originId: computed.originId,
    likelyRepeatOf: computed.likelyRepeatOf,
    searchText: searchTextOf(names, visible),
    preview: JSON.stringify(preview),
    createdAt: now,
    waitEndsAt: waitEndsAt(now, submission.waitWindowSeconds ?? waitWindowSeconds),
    decidableUntil: decidableUntil(now, windows.decisionWindowSeconds),
    startWindowSeconds: windows.startWindowSeconds,
    outcomeWindowSeconds: windows.outcomeWindowSeconds,
    policyVersion: computed.policyVersion,
    policyEffect: null,
    policyRule: null,
    policyTrace: null,
    approvalsNeeded: 1,
    tierCount: 0,
    retryAt: null,
  };
}
