-- What the console and the gate need to know of a tool: its risk, the shape of its arguments, what to hide, how long to ask.
ALTER TABLE "tool"
  ADD COLUMN "description" TEXT,
  ADD COLUMN "risk" TEXT,
  ADD COLUMN "reversible" BOOLEAN,
  ADD COLUMN "edits" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "schema" TEXT,
  ADD COLUMN "masked" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "decision_window_seconds" INTEGER,
  ADD COLUMN "start_window_seconds" INTEGER,
  ADD COLUMN "outcome_window_seconds" INTEGER,
  ADD CONSTRAINT "tool_risk_known" CHECK ("risk" IS NULL OR "risk" IN ('low', 'medium', 'high', 'critical')),
  ADD CONSTRAINT "tool_windows_positive" CHECK (
    coalesce("decision_window_seconds", 1) > 0
    AND coalesce("start_window_seconds", 1) > 0
    AND coalesce("outcome_window_seconds", 1) > 0
  );
