DROP INDEX "outbox_transaction";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_pkey";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_transaction_id" PRIMARY KEY("transaction_id","id");
