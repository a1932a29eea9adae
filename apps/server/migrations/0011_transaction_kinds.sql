DROP INDEX "tickets_one_open";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "is_only_open" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_only_open" ON "tickets" USING btree ("uid","mint","kind") WHERE "tickets"."state" in (0, 1) and "tickets"."is_only_open";