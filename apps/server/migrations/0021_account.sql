CREATE TABLE "blocks" (
	"uid" text NOT NULL,
	"blocked_uid" text NOT NULL,
	"blocked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_uid_blocked_uid_pk" PRIMARY KEY("uid","blocked_uid")
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "blocks_blocked_uid" ON "blocks" USING btree ("blocked_uid");