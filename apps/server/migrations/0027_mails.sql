CREATE TABLE "mail_events" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_mails" (
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"outcome" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_mails_uid_key_version_pk" PRIMARY KEY("uid","key","version")
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "summary_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "summarized_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notice_mails_ended_at" ON "notice_mails" USING brin ("ended_at");--> statement-breakpoint
CREATE INDEX "notification_settings_summary" ON "notification_settings" USING btree ("summary_at") WHERE "notification_settings"."summary_at" is not null;--> statement-breakpoint
-- Who asked for summaries before there were any gets the first at their next hour: one so late is left out.
UPDATE "notification_settings" SET "summary_at" = now() - interval '1 day' WHERE "chosen" -> 'emailNotification' ->> 'dailySummary' = 'true';
