CREATE TABLE "live_records" (
	"live_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"code" integer NOT NULL,
	"uid" text,
	"at" timestamp (3) with time zone NOT NULL,
	"mac" text NOT NULL,
	CONSTRAINT "live_records_live_id_number_pk" PRIMARY KEY("live_id","number")
);
--> statement-breakpoint
CREATE TABLE "live_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"live_id" uuid NOT NULL,
	"uid" text NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lives" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mint" text NOT NULL,
	"chief_uid" text NOT NULL,
	"title" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"viewers" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "live_tokens_expires_at" ON "live_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lives_on" ON "lives" USING btree ("mint") WHERE "lives"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "lives_of_tribe" ON "lives" USING btree ("mint","started_at");