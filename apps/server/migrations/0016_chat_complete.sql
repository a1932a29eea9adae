CREATE TABLE "member_writes" (
	"mint" text NOT NULL,
	"uid" text NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	"links" integer NOT NULL,
	"files" integer NOT NULL,
	CONSTRAINT "member_writes_mint_uid_pk" PRIMARY KEY("mint","uid")
);
--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"mint" text NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"emoji" text NOT NULL,
	"uid" text NOT NULL,
	"reacted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_reactions_mint_number_emoji_uid_pk" PRIMARY KEY("mint","number","emoji","uid")
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mint" text NOT NULL,
	"number" bigint NOT NULL,
	"reporter_uid" text NOT NULL,
	"author_uid" text NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"text" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"resolution" text,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "moderation_actions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"uid" text NOT NULL,
	"mint" text,
	"number" bigint,
	"report_id" bigint,
	"acted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "read_cursors" (
	"mint" text NOT NULL,
	"uid" text NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "read_cursors_uid_mint_pk" PRIMARY KEY("uid","mint")
);
--> statement-breakpoint
CREATE TABLE "channel_changes" (
	"mint" text NOT NULL,
	"seq" bigint NOT NULL,
	"change" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_changes_mint_seq_pk" PRIMARY KEY("mint","seq")
) PARTITION BY HASH ("mint");
--> statement-breakpoint
DO $$ BEGIN FOR part IN 0..15 LOOP
	EXECUTE format('CREATE TABLE channel_changes_%s PARTITION OF channel_changes FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
END LOOP; END $$;
--> statement-breakpoint
CREATE TABLE "seat_decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mint" text NOT NULL,
	"uid" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"rule" text NOT NULL,
	"holding" numeric(20,0) NOT NULL,
	"rank" integer,
	"group_size" integer NOT NULL,
	"slot" bigint,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A table can be made partitioned only when it is made: the messages move into a new one.
ALTER TABLE "messages" RENAME TO "messages_before";
--> statement-breakpoint
CREATE TABLE "messages" (
	"mint" text NOT NULL,
	"number" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"author_uid" text NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text DEFAULT 'text' NOT NULL,
	"text" text NOT NULL,
	"parent_number" bigint,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mentions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"link_preview" jsonb,
	"is_preview_removed" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text
) PARTITION BY HASH ("mint");
--> statement-breakpoint
DO $$ BEGIN FOR part IN 0..15 LOOP
	EXECUTE format('CREATE TABLE messages_%s PARTITION OF messages FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
END LOOP; END $$;
--> statement-breakpoint
-- Until now every change was a message, so that both counts are one.
INSERT INTO "messages" ("mint", "number", "seq", "id", "author_uid", "client_id", "text", "sent_at")
	SELECT "mint", "seq", "seq", "id", "author_uid", "client_id", "text", "sent_at" FROM "messages_before";
--> statement-breakpoint
DROP TABLE "messages_before";
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_mint_number_pk" PRIMARY KEY("mint","number");
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "head_number" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "channels" SET "head_number" = "head_seq";
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "slow_mode" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "only_chief_writes" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "has_preview" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pinned_id" uuid;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "send_tokens" double precision DEFAULT 1000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "sends_filled_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "seats" ADD COLUMN "joined_at" timestamp (3) with time zone DEFAULT now();
--> statement-breakpoint
UPDATE "seats" SET "joined_at" = "changed_at";
--> statement-breakpoint
CREATE INDEX "message_reactions_newest" ON "message_reactions" USING btree ("mint","number","emoji","reacted_at","uid");
--> statement-breakpoint
CREATE UNIQUE INDEX "message_reports_once" ON "message_reports" USING btree ("mint","number","reporter_uid","reason");
--> statement-breakpoint
CREATE INDEX "message_reports_open" ON "message_reports" USING btree ("resolution","id");
--> statement-breakpoint
CREATE INDEX "seat_decisions_mint" ON "seat_decisions" USING btree ("mint","id");
--> statement-breakpoint
CREATE INDEX "seat_decisions_uid" ON "seat_decisions" USING btree ("uid","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("mint","seq");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_id" ON "messages" USING btree ("mint","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_author_client" ON "messages" USING btree ("mint","author_uid","client_id");
--> statement-breakpoint
CREATE TABLE "online_people" (
	"node" text NOT NULL,
	"uid" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "online_people_node_uid_pk" PRIMARY KEY("node","uid")
);
--> statement-breakpoint
CREATE INDEX "online_people_uid" ON "online_people" USING btree ("uid");
