-- The core. The tables follow schema.prisma; the CHECKs below make bad rows impossible.
-- A CHECK passes on NULL, so comparisons that must not are written with IS NOT DISTINCT FROM or over IS NULL.

-- The one clock. Every instant in the product is read here, once per operation, with that operation's first read.
-- Milliseconds, because that is what is stored and what JavaScript can hold. A test that moves the clock replaces
-- this function in its own database; production has no offset to forget.
CREATE FUNCTION "countersign_now"() RETURNS timestamptz(3) LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT date_trunc('milliseconds', clock_timestamp())::timestamptz(3) $$;

CREATE TABLE "person" (
  "id" UUID NOT NULL,
  "email" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "password_hash" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "disabled_at" TIMESTAMPTZ(3),
  CONSTRAINT "person_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "person_role_known" CHECK ("role" IN ('admin', 'reviewer', 'auditor')),
  CONSTRAINT "person_email_lower_case" CHECK ("email" = lower("email"))
);
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

CREATE TABLE "person_session" (
  "id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "person_session_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "person_session_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "person_session_by_person" ON "person_session"("person_id");

CREATE TABLE "person_token" (
  "id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "token_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "person_token_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "person_token_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "person_token_token_hash_key" ON "person_token"("token_hash");

CREATE TABLE "agent" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "disabled_at" TIMESTAMPTZ(3),
  CONSTRAINT "agent_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "agent_name_key" ON "agent"("name");

CREATE TABLE "agent_key" (
  "id" UUID NOT NULL,
  "agent_id" UUID NOT NULL,
  "key_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "agent_key_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "agent_key_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "agent_key_key_hash_key" ON "agent_key"("key_hash");

CREATE TABLE "tool" (
  "name" TEXT NOT NULL,
  "idempotent" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "tool_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "confirmation" (
  "id" UUID NOT NULL,
  "agent_id" UUID NOT NULL,
  "idempotency_key" TEXT,
  "request_digest" TEXT NOT NULL,
  "tool" TEXT NOT NULL,
  "target" TEXT,
  "session" TEXT,
  "turn_group" TEXT,
  "on_behalf_of" TEXT,
  "reasoning" TEXT,
  "context" TEXT,
  "arguments" TEXT NOT NULL,
  "arguments_digest" TEXT NOT NULL,
  "operation_digest" TEXT NOT NULL,
  "intent_fingerprint" TEXT NOT NULL,
  "supersedes" UUID,
  "likely_repeat_of" UUID,
  "search_text" TEXT NOT NULL,
  "preview" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "wait_ends_at" TIMESTAMPTZ(3) NOT NULL,
  "decidable_until" TIMESTAMPTZ(3) NOT NULL,
  "start_window_seconds" INTEGER NOT NULL,
  "outcome_window_seconds" INTEGER NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'pending',
  "decided_at" TIMESTAMPTZ(3),
  "decided_by_kind" TEXT,
  "decided_by_id" TEXT,
  "decided_by_name" TEXT,
  "reason_code" TEXT,
  "reason" TEXT,
  "start_by" TIMESTAMPTZ(3),
  "effective_arguments" TEXT,
  "effective_arguments_digest" TEXT,
  "changes" TEXT,
  "execution_id" UUID,
  "execution_state" TEXT,
  "attempt" INTEGER,
  "claimed_at" TIMESTAMPTZ(3),
  "claim_key" TEXT,
  "outcome_due_by" TIMESTAMPTZ(3),
  "outcome_at" TIMESTAMPTZ(3),
  "outcome_phase" TEXT,
  "outcome_detail" TEXT,
  "outcome_reference" TEXT,
  "retry_until" TIMESTAMPTZ(3),
  "escalation" TEXT,
  CONSTRAINT "confirmation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "confirmation_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agent"("id") ON DELETE RESTRICT ON UPDATE CASCADE,

  CONSTRAINT "confirmation_state_known" CHECK ("state" IN ('pending', 'approved', 'denied', 'cancelled', 'expired')),
  CONSTRAINT "confirmation_windows_in_order" CHECK ("created_at" < "wait_ends_at" AND "created_at" < "decidable_until"),
  -- The decided fields are all set, or all null.
  CONSTRAINT "confirmation_decided_whole" CHECK (
    ("state" = 'pending') = ("decided_at" IS NULL)
    AND ("decided_at" IS NULL) = ("decided_by_kind" IS NULL)
    AND ("decided_at" IS NULL) = ("decided_by_name" IS NULL)
    AND ("decided_at" IS NULL) = ("reason_code" IS NULL)
    AND ("decided_at" IS NOT NULL OR ("decided_by_id" IS NULL AND "reason" IS NULL))
  ),
  CONSTRAINT "confirmation_decided_by_known" CHECK (
    "decided_by_kind" IS NULL OR "decided_by_kind" IN ('reviewer', 'admin', 'policy', 'gate', 'agent')
  ),
  -- A person's verdict and a withdrawal come before the boundary, expiry comes at it or after.
  CONSTRAINT "confirmation_decided_in_time" CHECK (
    "state" NOT IN ('approved', 'denied', 'cancelled') OR coalesce("decided_at" < "decidable_until", false)
  ),
  CONSTRAINT "confirmation_expired_at_boundary" CHECK (
    "state" <> 'expired' OR coalesce("decided_at" >= "decidable_until", false)
  ),
  CONSTRAINT "confirmation_start_by_under_approved" CHECK (("state" = 'approved') = ("start_by" IS NOT NULL)),
  -- An execution exists under an approval, and only there.
  CONSTRAINT "confirmation_execution_under_approved" CHECK (
    ("state" = 'approved') = ("execution_state" IS NOT NULL)
    AND ("execution_state" IS NULL) = ("execution_id" IS NULL)
    AND ("execution_state" IS NULL) = ("attempt" IS NULL)
  ),
  CONSTRAINT "confirmation_execution_known" CHECK (
    "execution_state" IS NULL
    OR "execution_state" IN ('planned', 'submitted', 'succeeded', 'failed', 'outcome_unknown', 'suspended')
  ),
  -- Whatever is past `planned` was claimed, and whatever was claimed is past `planned`.
  CONSTRAINT "confirmation_claimed_whole" CHECK (
    ("execution_state" IS NOT NULL AND "execution_state" <> 'planned') = ("claimed_at" IS NOT NULL)
    AND ("claimed_at" IS NULL) = ("outcome_due_by" IS NULL)
    AND ("claimed_at" IS NOT NULL OR "claim_key" IS NULL)
  ),
  CONSTRAINT "confirmation_claimed_in_time" CHECK (
    "claimed_at" IS NULL OR "attempt" > 1 OR coalesce("claimed_at" < "start_by", false)
  ),
  CONSTRAINT "confirmation_outcome_whole" CHECK (
    (coalesce("execution_state", '') IN ('succeeded', 'failed', 'outcome_unknown', 'suspended')) = ("outcome_at" IS NOT NULL)
  ),
  CONSTRAINT "confirmation_failed_with_evidence" CHECK (
    "execution_state" IS DISTINCT FROM 'failed' OR coalesce("outcome_phase" IN ('pre_send', 'answered', 'reconciled'), false)
  ),
  CONSTRAINT "confirmation_retry_under_unknown" CHECK (
    "retry_until" IS NULL OR "execution_state" IS NOT DISTINCT FROM 'outcome_unknown'
  ),
  CONSTRAINT "confirmation_effective_under_approved" CHECK (
    ("effective_arguments" IS NULL) = ("effective_arguments_digest" IS NULL)
    AND ("effective_arguments" IS NULL) = ("changes" IS NULL)
    AND ("effective_arguments" IS NULL OR "state" = 'approved')
  ),
  CONSTRAINT "confirmation_escalation_under_expired" CHECK (
    "escalation" IS NULL OR ("state" = 'expired' AND "escalation" IN ('required', 'notified', 'acknowledged'))
  )
);
CREATE UNIQUE INDEX "confirmation_idempotency_key" ON "confirmation"("agent_id", "idempotency_key");
CREATE INDEX "confirmation_pending_by_deadline" ON "confirmation"("decidable_until", "id") WHERE state = 'pending';
CREATE INDEX "confirmation_by_agent" ON "confirmation"("agent_id", "id");
CREATE INDEX "confirmation_by_state" ON "confirmation"("state", "id");
CREATE INDEX "confirmation_overdue" ON "confirmation"("outcome_due_by") WHERE execution_state = 'submitted';
CREATE INDEX "confirmation_unsettled" ON "confirmation"("intent_fingerprint") WHERE execution_state IN ('submitted', 'outcome_unknown', 'suspended');

CREATE TABLE "audit_event" (
  "id" BIGSERIAL NOT NULL,
  "confirmation_id" UUID,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "kind" TEXT NOT NULL,
  "actor_kind" TEXT NOT NULL,
  "actor_id" TEXT,
  "actor_name" TEXT NOT NULL,
  "request_id" TEXT,
  "data" TEXT NOT NULL,
  CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "audit_event_actor_known" CHECK ("actor_kind" IN ('person', 'agent', 'policy', 'gate', 'job', 'operator')),
  CONSTRAINT "audit_event_actor_named" CHECK ("actor_name" <> '')
);
CREATE INDEX "audit_event_by_confirmation" ON "audit_event"("confirmation_id", "id");
CREATE INDEX "audit_event_by_kind" ON "audit_event"("kind", "id");

-- What was written stays as it was written.
CREATE FUNCTION "audit_event_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER "audit_event_append_only" BEFORE UPDATE OR DELETE ON "audit_event"
  FOR EACH ROW EXECUTE FUNCTION "audit_event_refuse_change"();
CREATE TRIGGER "audit_event_no_truncate" BEFORE TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_event_refuse_change"();

CREATE TABLE "throttle" (
  "key" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  "resets_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "throttle_pkey" PRIMARY KEY ("key")
);
