CREATE TABLE "pools" (
	"mint" text PRIMARY KEY NOT NULL,
	"lamports" numeric(20,0) NOT NULL,
	"tokens" numeric(20,0) NOT NULL,
	"liquidity_bps" integer NOT NULL,
	"creator_bps" integer NOT NULL,
	"platform_bps" integer NOT NULL,
	"next_seq" numeric(40,0) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "new_amount" numeric(20,0);--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "price" numeric(20,0);--> statement-breakpoint
-- What is indexed already is of the curve: x²/(C·10⁹) lamports per token, rounded down.
UPDATE "tokens" SET "price" = div("supply" * "supply", "coefficient" * 1000000000);--> statement-breakpoint
ALTER TABLE "tokens" ALTER COLUMN "price" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "conversion_rate" numeric(40,0);--> statement-breakpoint
UPDATE "tokens" SET "conversion_rate" = ("chain_events"."data"->>'rate')::numeric FROM "chain_events" WHERE "chain_events"."mint" = "tokens"."mint" AND "chain_events"."kind" = 'tokenMigrated';--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "vaults" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "venue" text DEFAULT 'curve' NOT NULL;--> statement-breakpoint
ALTER TABLE "trades" ALTER COLUMN "venue" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "new_tokens" numeric(20,0);--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "price_after" numeric(20,0);--> statement-breakpoint
UPDATE "trades" SET "price_after" = div("trades"."supply_after" * "trades"."supply_after", "tokens"."coefficient" * 1000000000) FROM "tokens" WHERE "tokens"."mint" = "trades"."mint";--> statement-breakpoint
ALTER TABLE "trades" ALTER COLUMN "price_after" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_new_mint" ON "tokens" USING btree ("new_mint");--> statement-breakpoint
CREATE INDEX "tokens_full" ON "tokens" USING btree ("mint") WHERE "tokens"."new_mint" is null and "tokens"."supply" >= "tokens"."max_supply";
