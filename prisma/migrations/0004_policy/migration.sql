-- Who is asked, when, and when nobody needs to be: the written policy and its versions, groups and tiers, votes,
-- delegation, limits, and what an agent and a person may be given and have taken away.

ALTER TABLE "tool"
  ADD COLUMN "disabled" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "approvals" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "tiers" TEXT NOT NULL DEFAULT '[]',
  ADD COLUMN "cap_per_day" INTEGER,
  ADD CONSTRAINT "tool_approvals_within" CHECK ("approvals" BETWEEN 1 AND 10),
  ADD CONSTRAINT "tool_cap_not_negative" CHECK ("cap_per_day" IS NULL OR "cap_per_day" >= 0);

CREATE TABLE "person_group" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "person_group_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "person_group_name_key" ON "person_group"("name");

CREATE TABLE "group_member" (
  "group_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  CONSTRAINT "group_member_pkey" PRIMARY KEY ("group_id", "person_id"),
  CONSTRAINT "group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "person_group"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "group_member_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "group_member_by_person" ON "group_member"("person_id");

CREATE TABLE "delegation" (
  "id" UUID NOT NULL,
  "from_person_id" UUID NOT NULL,
  "to_person_id" UUID NOT NULL,
  "starts_at" TIMESTAMPTZ(3) NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  "reason" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "delegation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "delegation_from_person_id_fkey" FOREIGN KEY ("from_person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "delegation_to_person_id_fkey" FOREIGN KEY ("to_person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "delegation_to_somebody_else" CHECK ("from_person_id" <> "to_person_id"),
  CONSTRAINT "delegation_ends_after_start" CHECK ("starts_at" < "ends_at")
);
CREATE INDEX "delegation_to_person" ON "delegation"("to_person_id", "ends_at") WHERE revoked_at IS NULL;
CREATE INDEX "delegation_from_person" ON "delegation"("from_person_id", "ends_at") WHERE revoked_at IS NULL;

ALTER TABLE "person" ADD COLUMN "oidc_subject" TEXT;
CREATE UNIQUE INDEX "person_oidc_subject_key" ON "person"("oidc_subject");
ALTER TABLE "person_session"
  ADD COLUMN "user_agent" TEXT,
  ADD COLUMN "provider" TEXT NOT NULL DEFAULT 'password';

CREATE TABLE "account_link" (
  "id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "purpose" TEXT NOT NULL,
  "token_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "account_link_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "account_link_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "account_link_purpose_known" CHECK ("purpose" IN ('invitation', 'password_reset')),
  CONSTRAINT "account_link_expires_later" CHECK ("created_at" < "expires_at")
);
CREATE UNIQUE INDEX "account_link_token_hash_key" ON "account_link"("token_hash");
CREATE INDEX "account_link_by_person" ON "account_link"("person_id");

ALTER TABLE "agent"
  ADD COLUMN "owner_id" UUID,
  ADD CONSTRAINT "agent_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "agent_key"
  ADD COLUMN "name" TEXT NOT NULL DEFAULT 'first key',
  ADD COLUMN "expires_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_used_at" TIMESTAMPTZ(3),
  ADD COLUMN "tools" TEXT[] NOT NULL DEFAULT '{}';
CREATE INDEX "agent_key_by_agent" ON "agent_key"("agent_id");

CREATE TABLE "policy_version" (
  "number" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "document" TEXT NOT NULL,
  "based_on" INTEGER,
  "note" TEXT,
  "source" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "created_by_id" TEXT,
  "created_by_name" TEXT NOT NULL,
  "proposed_at" TIMESTAMPTZ(3),
  "proposed_by_id" TEXT,
  "proposed_by_name" TEXT,
  "activated_at" TIMESTAMPTZ(3),
  "activated_by_id" TEXT,
  "activated_by_name" TEXT,
  "retired_at" TIMESTAMPTZ(3),
  CONSTRAINT "policy_version_pkey" PRIMARY KEY ("number"),
  CONSTRAINT "policy_version_status_known" CHECK ("status" IN ('draft', 'proposed', 'active', 'retired', 'discarded')),
  CONSTRAINT "policy_version_source_known" CHECK ("source" IN ('page', 'file', 'system')),
  CONSTRAINT "policy_version_activated_whole" CHECK (
    ("status" IN ('active', 'retired')) = ("activated_at" IS NOT NULL)
    AND ("activated_at" IS NULL) = ("activated_by_name" IS NULL)
    AND ("status" = 'retired') = ("retired_at" IS NOT NULL)
  ),
  CONSTRAINT "policy_version_proposed_whole" CHECK (
    ("proposed_at" IS NULL) = ("proposed_by_name" IS NULL)
    AND ("status" <> 'proposed' OR "proposed_at" IS NOT NULL)
  )
);
-- At most one is in force.
CREATE UNIQUE INDEX "policy_version_active" ON "policy_version"("status") WHERE status = 'active';
-- Version 1 has no rules: a person is asked about everything.
INSERT INTO "policy_version" ("number", "status", "document", "source", "created_at", "created_by_name", "activated_at", "activated_by_name")
VALUES (1, 'active', '{"rules":[],"tests":[]}', 'system', countersign_now(), 'gate', countersign_now(), 'gate');

-- The one row of limits; its defaults are the product's.
CREATE TABLE "gate_limits" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "deny_count" INTEGER NOT NULL DEFAULT 3,
  "deny_within_seconds" INTEGER NOT NULL DEFAULT 600,
  "pending_per_agent" INTEGER NOT NULL DEFAULT 400,
  "pending_total" INTEGER NOT NULL DEFAULT 10000,
  "resubmit_max" INTEGER NOT NULL DEFAULT 3,
  "resubmit_min_interval_seconds" INTEGER NOT NULL DEFAULT 0,
  "resubmit_after" TEXT[] NOT NULL DEFAULT '{denied,expired,cancelled}',
  CONSTRAINT "gate_limits_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "gate_limits_one_row" CHECK ("id" = 1),
  CONSTRAINT "gate_limits_not_negative" CHECK (
    "deny_count" >= 1 AND "deny_within_seconds" >= 1 AND "pending_per_agent" >= 1 AND "pending_total" >= 1
    AND "resubmit_max" >= 0 AND "resubmit_min_interval_seconds" >= 0
  ),
  CONSTRAINT "gate_limits_ends_known" CHECK ("resubmit_after" <@ ARRAY['denied', 'expired', 'cancelled', 'approved'])
);
INSERT INTO "gate_limits" DEFAULT VALUES;

ALTER TABLE "confirmation"
  ADD COLUMN "policy_version" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "policy_effect" TEXT,
  ADD COLUMN "policy_rule" TEXT,
  ADD COLUMN "policy_trace" TEXT,
  ADD COLUMN "approvals_needed" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "tier_count" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "retry_at" TIMESTAMPTZ(3),
  ADD COLUMN "decided_for_id" UUID,
  ADD COLUMN "decided_for_name" TEXT,
  ADD COLUMN "break_glass" BOOLEAN,
  ADD CONSTRAINT "confirmation_policy_effect_known" CHECK ("policy_effect" IS NULL OR "policy_effect" IN ('allow', 'ask', 'deny')),
  ADD CONSTRAINT "confirmation_approvals_within" CHECK ("approvals_needed" BETWEEN 1 AND 10),
  ADD CONSTRAINT "confirmation_decided_for_whole" CHECK (
    ("decided_for_id" IS NULL) = ("decided_for_name" IS NULL) AND ("decided_for_id" IS NULL OR "state" IN ('approved', 'denied'))
  ),
  ADD CONSTRAINT "confirmation_break_glass_decides" CHECK ("break_glass" IS NULL OR "state" IN ('approved', 'denied')),
  -- Where several must approve, the first who edits sets what the others are asked about.
  DROP CONSTRAINT "confirmation_effective_under_approved",
  ADD CONSTRAINT "confirmation_effective_whole" CHECK (
    ("effective_arguments" IS NULL) = ("effective_arguments_digest" IS NULL)
    AND ("effective_arguments" IS NULL) = ("changes" IS NULL)
    AND ("effective_arguments" IS NULL OR "state" = 'approved' OR "approvals_needed" > 1)
  );
-- The limits: what one agent was answered lately about one tool.
CREATE INDEX "confirmation_answered" ON "confirmation"("agent_id", "tool", "decided_at") WHERE state <> 'pending';
-- The limits: what one agent has pending.
CREATE INDEX "confirmation_pending_by_agent" ON "confirmation"("agent_id", "tool", "decidable_until") WHERE state = 'pending';
-- What follows from one that is superseded.
CREATE INDEX "confirmation_superseding" ON "confirmation"("supersedes") WHERE supersedes IS NOT NULL;
-- Expired and not yet acknowledged, for the admins.
CREATE INDEX "confirmation_escalated" ON "confirmation"("decidable_until") WHERE escalation IN ('required', 'notified');

CREATE TABLE "confirmation_tier" (
  "confirmation_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "group_id" UUID,
  "group_name" TEXT NOT NULL,
  "asks_at" TIMESTAMPTZ(3) NOT NULL,
  "asked_at" TIMESTAMPTZ(3),
  "skipped" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "confirmation_tier_pkey" PRIMARY KEY ("confirmation_id", "position"),
  CONSTRAINT "confirmation_tier_confirmation_id_fkey" FOREIGN KEY ("confirmation_id") REFERENCES "confirmation"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "confirmation_tier_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "person_group"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "confirmation_tier_to_ask" ON "confirmation_tier"("asks_at") WHERE asked_at IS NULL;

CREATE TABLE "vote" (
  "id" UUID NOT NULL,
  "confirmation_id" UUID NOT NULL,
  "person_id" UUID NOT NULL,
  "person_name" TEXT NOT NULL,
  "for_person_id" UUID,
  "for_person_name" TEXT,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "arguments_digest" TEXT NOT NULL,
  "reason" TEXT,
  "voided_at" TIMESTAMPTZ(3),
  CONSTRAINT "vote_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "vote_confirmation_id_fkey" FOREIGN KEY ("confirmation_id") REFERENCES "confirmation"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "vote_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "vote_for_whole" CHECK (("for_person_id" IS NULL) = ("for_person_name" IS NULL))
);
-- Distinct people: one standing vote each.
CREATE UNIQUE INDEX "vote_standing" ON "vote"("confirmation_id", "person_id") WHERE voided_at IS NULL;

CREATE TABLE "notice" (
  "person_id" UUID NOT NULL,
  "confirmation_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "position" INTEGER NOT NULL DEFAULT 0,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "seen_at" TIMESTAMPTZ(3),
  CONSTRAINT "notice_pkey" PRIMARY KEY ("person_id", "confirmation_id", "kind", "position"),
  CONSTRAINT "notice_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "notice_kind_known" CHECK ("kind" IN ('tier_asked', 'expired'))
);
CREATE INDEX "notice_unseen" ON "notice"("person_id", "at") WHERE seen_at IS NULL;

CREATE TABLE "alert" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "confirmation_id" UUID,
  "detail" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "acknowledged_at" TIMESTAMPTZ(3),
  "acknowledged_by_id" UUID,
  "acknowledged_by_name" TEXT,
  CONSTRAINT "alert_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "alert_kind_known" CHECK ("kind" IN ('nobody_to_ask', 'break_glass', 'policy_error')),
  CONSTRAINT "alert_acknowledged_whole" CHECK (
    ("acknowledged_at" IS NULL) = ("acknowledged_by_name" IS NULL) AND ("acknowledged_at" IS NULL) = ("acknowledged_by_id" IS NULL)
  )
);
CREATE INDEX "alert_open" ON "alert"("at") WHERE acknowledged_at IS NULL;
-- One alert of a kind for one confirmation.
CREATE UNIQUE INDEX "alert_once" ON "alert"("kind", "confirmation_id");
