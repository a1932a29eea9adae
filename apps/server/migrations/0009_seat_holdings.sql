ALTER TABLE "seats" ADD COLUMN "holding" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What is indexed already.
UPDATE "seats" SET "holding" = "holdings"."amount" FROM "holdings" WHERE "holdings"."mint" = "seats"."mint" AND "holdings"."owner" = "seats"."address";--> statement-breakpoint
CREATE INDEX "seats_ranked" ON "seats" USING btree ("mint","holding" DESC NULLS FIRST,"join_order") WHERE "seats"."state" <> 'banned';