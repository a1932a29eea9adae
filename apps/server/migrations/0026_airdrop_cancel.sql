ALTER TABLE "airdrop_tasks" ADD COLUMN "cancel_ticket" text;--> statement-breakpoint
ALTER TABLE "airdrop_tasks" ADD COLUMN "cancel_id" uuid DEFAULT gen_random_uuid() NOT NULL;