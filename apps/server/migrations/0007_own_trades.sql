ALTER TABLE "trades" ADD COLUMN "liquidity_fee" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "holdings_owner" ON "holdings" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "trades_trader_time" ON "trades" USING btree ("trader","block_time");--> statement-breakpoint
-- Swaps that are indexed already: the parts of a swap are rounded down each, and what is left over is the liquidity's. A
-- purchase's lamports are the fewest that leave its value, a lamport less than the true ones at the most.
UPDATE "trades" SET "liquidity_fee" = CASE "trades"."kind"
    WHEN 'sell' THEN "value" - div("value" * (10000 - "liquidity_bps" - "creator_bps" - "platform_bps"), 10000)
    ELSE ceil("value" * 10000 / (10000 - "liquidity_bps" - "creator_bps" - "platform_bps")) - "value"
  END - "creator_fee" - "platform_fee"
FROM "pools" WHERE "pools"."mint" = "trades"."mint" AND "trades"."venue" = 'pool';
