CREATE TABLE "key_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"device_id" text NOT NULL,
	"email_mac" text NOT NULL,
	"code_mac" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_codes_device_id_email_mac_pk" PRIMARY KEY("device_id","email_mac")
);
--> statement-breakpoint
DROP TABLE "auth_accounts" CASCADE;--> statement-breakpoint
DROP TABLE "auth_sessions" CASCADE;--> statement-breakpoint
DROP TABLE "auth_users" CASCADE;--> statement-breakpoint
DROP TABLE "auth_verifications" CASCADE;--> statement-breakpoint
DROP TABLE "wallet_tokens" CASCADE;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "signed_in_uid" text;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_codes_expires_at" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "devices_created_at" ON "devices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_device" ON "sessions" USING btree ("device_id");--> statement-breakpoint
-- Who is signed in is known on that device from now on, and what is there now is not swept for lack of a date.
UPDATE "devices" SET "used_at" = now(), "signed_in_uid" = (SELECT "uid" FROM "sessions" WHERE "sessions"."device_id" = "devices"."id" ORDER BY "rotated_at" DESC LIMIT 1);--> statement-breakpoint
-- Sessions are sealed with their person from now on: the old ones do not open. People sign in again.
DELETE FROM "sessions";
