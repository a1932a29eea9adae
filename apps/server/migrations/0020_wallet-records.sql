CREATE TABLE "wallet_records" (
	"uid" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_recoveries" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"session_id" text NOT NULL,
	"device_id" text NOT NULL,
	"device_public_key" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"mac" text NOT NULL,
	"token_mac" text
);
--> statement-breakpoint
ALTER TABLE "wallet_sharings" ADD COLUMN "mac" text;--> statement-breakpoint
CREATE INDEX "wallet_recoveries_expires_at" ON "wallet_recoveries" USING btree ("expires_at");