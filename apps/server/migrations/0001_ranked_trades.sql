DROP INDEX "trades_time";--> statement-breakpoint
CREATE INDEX "trades_ranked_time" ON "trades" USING btree ("block_time","mint","value") WHERE "trades"."is_ranked";