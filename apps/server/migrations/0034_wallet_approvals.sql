CREATE TABLE "wallet_approvals" (
	"uid" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"session_id" text NOT NULL,
	"device_id" text NOT NULL,
	"device_public_key" text NOT NULL,
	"agreement_key" text NOT NULL,
	"commitment" text NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"mac" text NOT NULL,
	"approver_public_key" text,
	"approver_nonce" text,
	"nonce" text,
	"version" integer,
	"sealed_share" "bytea",
	"is_refused" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "wallet_approvals_expires_at" ON "wallet_approvals" USING btree ("expires_at");