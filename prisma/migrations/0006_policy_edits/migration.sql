-- Who wrote what a draft says last: whoever that was does not bring it into force alone, where somebody else could.

ALTER TABLE "policy_version"
  ADD COLUMN "edited_at" TIMESTAMPTZ(3),
  ADD COLUMN "edited_by_id" TEXT,
  ADD COLUMN "edited_by_name" TEXT,
  ADD CONSTRAINT "policy_version_edited_whole" CHECK (("edited_at" IS NULL) = ("edited_by_name" IS NULL));
