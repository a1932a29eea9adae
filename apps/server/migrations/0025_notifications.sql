CREATE TABLE "notice_cursor" (
	"name" text PRIMARY KEY NOT NULL,
	"snapshot" text NOT NULL,
	"next_snapshot" text,
	"next_id" bigint
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"subject" jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"pushed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"uid" text PRIMARY KEY NOT NULL,
	"chosen" jsonb NOT NULL,
	"wants_new_tribes" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_sends" (
	"notice_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"uid" text NOT NULL,
	"type" text NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_sends_notice_id_version_subscription_id_pk" PRIMARY KEY("notice_id","version","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" "bytea" NOT NULL,
	"auth" "bytea" NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_push_at" timestamp (3) with time zone,
	"waits_until" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "visible_routes" (
	"node" text NOT NULL,
	"connection" text NOT NULL,
	"uid" text NOT NULL,
	"routes" jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visible_routes_node_connection_pk" PRIMARY KEY("node","connection")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_key" ON "notices" USING btree ("key","uid");--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("uid","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("uid") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_at" ON "notices" USING brin ("at");--> statement-breakpoint
CREATE INDEX "notification_settings_new_tribes" ON "notification_settings" USING btree ("uid") WHERE "notification_settings"."wants_new_tribes";--> statement-breakpoint
CREATE INDEX "push_sends_recent" ON "push_sends" USING btree ("uid","ended_at");--> statement-breakpoint
CREATE INDEX "push_sends_ended_at" ON "push_sends" USING brin ("ended_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_uid" ON "push_subscriptions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "visible_routes_uid" ON "visible_routes" USING btree ("uid");