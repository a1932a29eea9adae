ALTER TABLE "outbox" ADD COLUMN "trace" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "trace" text;