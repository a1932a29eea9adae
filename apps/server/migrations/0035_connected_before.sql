ALTER TABLE "farcaster_connections" ADD COLUMN "connected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_states" ADD COLUMN "outcome" text;