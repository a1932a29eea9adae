CREATE TABLE "wallet_moves" (
	"from_address" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"to_address" text NOT NULL,
	"device_public_key" text NOT NULL,
	"version" integer NOT NULL,
	"server_share" "bytea",
	"recovery_share" "bytea",
	"sealed_key" "bytea",
	"mac" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "wallet_moves_uid" ON "wallet_moves" USING btree ("uid");