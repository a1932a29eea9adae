CREATE TABLE "farcaster_connections" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"session_id" text NOT NULL,
	"channel" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "farcaster" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "farcaster_id" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "farcaster_pfp" text;--> statement-breakpoint
CREATE INDEX "farcaster_connections_expires_at" ON "farcaster_connections" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_farcaster_id_unique" UNIQUE("farcaster_id");