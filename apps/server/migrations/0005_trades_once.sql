ALTER TABLE "chain_events" ALTER COLUMN "data" DROP NOT NULL;--> statement-breakpoint
-- What is indexed already, as a rebuild would leave it.
UPDATE "chain_events" SET "data" = NULL WHERE "kind" IN ('tokenBought', 'tokenSold', 'poolBought', 'poolSold');
