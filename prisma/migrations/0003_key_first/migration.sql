-- The key first: a statement planned once for every agent would otherwise read all of an agent's rows.
DROP INDEX "confirmation_idempotency_key";
CREATE UNIQUE INDEX "confirmation_idempotency_key" ON "confirmation"("idempotency_key", "agent_id");
