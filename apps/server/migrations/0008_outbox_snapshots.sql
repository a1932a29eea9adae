DROP INDEX "outbox_created_at";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_transaction" ON "outbox" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE INDEX "outbox_created_at" ON "outbox" USING brin ("created_at");