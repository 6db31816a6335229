import type { Confirmation } from "./confirmation";

/** Every way in which a call is not run, or not known to have run. Catch this one to catch them all. */
export class CountersignError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Somebody or something ended the confirmation, and not by an approval. The call must not be run. */
export abstract class NotApproved extends CountersignError {
  constructor(
    message: string,
    readonly confirmation: Confirmation,
  ) {
    super(message);
  }
}

/** A reviewer, a policy or the gate refused. `confirmation.decision` says who and why. */
export class Denied extends NotApproved {}

/** Nobody decided in time. A new request is needed. */
export class Expired extends NotApproved {}

/** The agent or an admin withdrew it. */
export class Cancelled extends NotApproved {}

/** It was approved, and not claimed in time. The approval can no longer be used; a new request is needed. */
export class Lapsed extends CountersignError {}

/** The wait is over and nobody has decided yet. It can still be decided: follow it again, or go on without the call. */
export class StillPending extends CountersignError {
  constructor(
    message: string,
    readonly confirmation: Confirmation,
  ) {
    super(message);
  }
}

/** What was decided could not be learned. It is never taken for an approval: the call must not be run. */
export class DecisionUnknown extends CountersignError {}

/** The approval was already used, by an earlier run of this agent, say. The call must not be run again on it. */
export class AlreadyClaimed extends CountersignError {}

/** Countersign understood the request and refused it; `code` is one of CONTRACT's. */
export class RequestRefused extends CountersignError {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/**
 * Thrown by `execute` where it knows that no byte of the call has left: the outcome is `failed`. A broken connection is
 * no such knowledge; leave any other error as it is, and the outcome is unknown.
 */
export class NotSent extends CountersignError {}

/** Thrown by `execute` where the target itself answered that it did not do it: the outcome is `failed`. */
export class TargetRefused extends CountersignError {}

/** The approved call was begun and did not succeed. `cause` is what `execute` threw. */
export class CallFailed extends CountersignError {
  constructor(
    message: string,
    /** `failed`: nothing took effect. `outcome_unknown`: it may have happened; never run it again on your own. */
    readonly outcome: "failed" | "outcome_unknown",
    readonly confirmationId: string,
    /** Whether Countersign has the report. Where not, silence becomes `outcome_unknown` there by itself. */
    readonly reported: boolean,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}
