CREATE TABLE "system_state" (
	"id" smallint PRIMARY KEY NOT NULL,
	"is_paused" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "system_state_one_row" CHECK ("system_state"."id" = 1)
);
--> statement-breakpoint
CREATE INDEX "chain_events_collects" ON "chain_events" USING btree ("mint") WHERE "chain_events"."kind" in ('feesCollected', 'poolFeesCollected');--> statement-breakpoint
CREATE INDEX "trades_referrer_time" ON "trades" USING btree ("referrer","block_time") WHERE "trades"."referrer" is not null;