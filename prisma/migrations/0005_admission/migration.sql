-- What holds the gate's limits when many submissions come at once.

-- The first request of a chain of resubmissions, so that all that was made of it is counted without walking the chain.
ALTER TABLE "confirmation"
  ADD COLUMN "origin_id" UUID,
  ADD CONSTRAINT "confirmation_origin_under_supersedes" CHECK ("origin_id" IS NULL OR "supersedes" IS NOT NULL);
CREATE INDEX "confirmation_resubmissions" ON "confirmation"("origin_id") WHERE origin_id IS NOT NULL;

-- Without what the gate denied by itself: it counts for no limit, and an agent that goes on asking must not make the look longer.
DROP INDEX "confirmation_answered";
CREATE INDEX "confirmation_answered" ON "confirmation"("agent_id", "tool", "decided_at")
  WHERE reason_code IN ('reviewer_approved', 'reviewer_denied', 'policy_allowed', 'timed_out');

-- What an alert is about where that is no confirmation: one open alert of a kind for each.
ALTER TABLE "alert" ADD COLUMN "subject" TEXT;
CREATE UNIQUE INDEX "alert_once_for_subject" ON "alert"("kind", "subject") WHERE subject IS NOT NULL AND acknowledged_at IS NULL;

-- Numbers every submission that may add to what is pending. Drawn outside of transactions: what was drawn is never drawn again.
CREATE SEQUENCE "admission_ticket" AS BIGINT CACHE 1;

/*
 * Whether a submission may be added: 'ok', which limit stands in the way, or 'near_agent' or 'near_total': too near to the
 * cap to tell while others submit too, so it is to be sent again, alone (decision 0019 has the proof).
 *
 * It is called by the inserting statement, and what it locks is held until that statement is committed. Each query in here
 * sees what was committed when that query began, so a count sees whatever an earlier holder of the lock has added.
 *
 * A limit that does not concern a submission is null. `base` is what a count found less the ticket it was taken at: with
 * a later ticket added, and everything that was in flight, it is never less than what is pending. It comes from an
 * earlier answer of this function, and saves counting again.
 */
CREATE FUNCTION "admit_submission"(
  p_agent UUID, p_at TIMESTAMPTZ, p_per_agent INTEGER, p_total INTEGER, p_tool TEXT, p_per_day INTEGER,
  p_origin UUID, p_resubmit_max INTEGER,
  p_agent_alone BOOLEAN, p_total_alone BOOLEAN, p_agent_base BIGINT, p_total_base BIGINT,
  OUT verdict TEXT, OUT agent_base BIGINT, OUT total_base BIGINT, OUT agent_near BOOLEAN, OUT total_near BOOLEAN
) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  -- No more submissions than connections are ever in flight at once.
  in_flight CONSTANT INTEGER := current_setting('max_connections')::INTEGER;
  alone CONSTANT BOOLEAN := p_agent_alone OR p_per_day IS NOT NULL OR p_origin IS NOT NULL;
  day CONSTANT TIMESTAMPTZ := date_trunc('day', p_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  ticket BIGINT;
  counted INTEGER;
BEGIN
  verdict := 'ok';
  agent_base := p_agent_base;
  total_base := p_total_base;
  agent_near := false;
  total_near := false;
  IF p_per_agent IS NULL AND p_total IS NULL AND p_per_day IS NULL AND p_origin IS NULL THEN
    RETURN;
  END IF;

  -- Everybody locks in this order: the agent, then the total.
  IF alone THEN
    PERFORM pg_advisory_xact_lock(1128485697, hashtext(p_agent::TEXT));
  ELSE
    PERFORM pg_advisory_xact_lock_shared(1128485697, hashtext(p_agent::TEXT));
  END IF;
  IF p_total IS NOT NULL THEN
    IF p_total_alone THEN
      PERFORM pg_advisory_xact_lock(1128485698, 0);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(1128485698, 0);
    END IF;
  END IF;
  -- The ticket comes before the counts: whoever has an earlier one is counted, or is in flight.
  ticket := nextval('admission_ticket');

  -- The lock was waited for, and a kill switch takes it too: it must not be overtaken by what began before it.
  IF NOT EXISTS (SELECT 1 FROM agent AS a WHERE a.id = p_agent AND a.disabled_at IS NULL) THEN
    verdict := 'agent_disabled';
    RETURN;
  END IF;

  IF p_origin IS NOT NULL THEN
    SELECT count(*) INTO counted FROM (
      SELECT 1 FROM confirmation AS c
      WHERE c.origin_id = p_origin AND (c.reason_code IS NULL OR c.reason_code NOT IN
        ('deny_limit', 'queue_full', 'resubmission_limit', 'daily_cap', 'tool_disabled'))
      LIMIT p_resubmit_max
    ) AS made;
    IF counted >= p_resubmit_max THEN
      verdict := 'resubmission_limit';
      RETURN;
    END IF;
  END IF;

  IF p_per_day IS NOT NULL THEN
    SELECT count(*) INTO counted FROM (
      SELECT 1 FROM confirmation AS c
      WHERE c.agent_id = p_agent AND c.tool = p_tool AND c.state = 'pending' AND c.decidable_until > p_at
        AND c.created_at >= day AND c.created_at < day + interval '24 hours'
      UNION ALL
      SELECT 1 FROM confirmation AS c
      WHERE c.agent_id = p_agent AND c.tool = p_tool AND c.state = 'approved'
        AND c.reason_code IN ('reviewer_approved', 'reviewer_denied', 'policy_allowed', 'timed_out')
        AND c.decided_at >= day AND c.created_at >= day AND c.created_at < day + interval '24 hours'
      LIMIT p_per_day
    ) AS today;
    IF counted >= p_per_day THEN
      verdict := 'daily_cap';
      RETURN;
    END IF;
  END IF;

  IF p_per_agent IS NOT NULL AND (agent_base IS NULL OR agent_base + ticket + in_flight > p_per_agent) THEN
    SELECT count(*) INTO counted FROM (
      SELECT 1 FROM confirmation AS c
      WHERE c.agent_id = p_agent AND c.state = 'pending' AND c.decidable_until > p_at LIMIT p_per_agent
    ) AS pending;
    -- A count that stopped at the cap says only that it is full.
    agent_base := CASE WHEN counted < p_per_agent THEN counted - ticket END;
    agent_near := counted + in_flight > p_per_agent;
    IF counted >= p_per_agent THEN
      verdict := 'queue_full_agent';
      RETURN;
    END IF;
    IF agent_near AND NOT alone THEN
      verdict := 'near_agent';
      RETURN;
    END IF;
  END IF;

  IF p_total IS NOT NULL AND (total_base IS NULL OR total_base + ticket + in_flight > p_total) THEN
    SELECT count(*) INTO counted FROM (
      SELECT 1 FROM confirmation AS c WHERE c.state = 'pending' AND c.decidable_until > p_at LIMIT p_total
    ) AS pending;
    total_base := CASE WHEN counted < p_total THEN counted - ticket END;
    total_near := counted + in_flight > p_total;
    IF counted >= p_total THEN
      verdict := 'queue_full_total';
    ELSIF total_near AND NOT p_total_alone THEN
      verdict := 'near_total';
    END IF;
  END IF;
END $$;
