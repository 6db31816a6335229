-- The sweep that tells admins of what expired looks only at what they were not told of, however much waits to be acknowledged.
CREATE INDEX "confirmation_unnotified" ON "confirmation"("decidable_until", "id") WHERE escalation = 'required';
