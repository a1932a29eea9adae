CREATE TABLE "blocked_files" (
	"hash" "bytea" NOT NULL,
	"mint" text NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocked_files_hash_mint_pk" PRIMARY KEY("hash","mint")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"mint" text NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"is_poster" boolean NOT NULL,
	"poster_id" uuid,
	"waveform" smallint[],
	"is_voice" boolean NOT NULL,
	"hash" "bytea",
	"attachment" jsonb,
	"forms" jsonb,
	"refusal" text,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "uploads_message" ON "uploads" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "uploads_unsent" ON "uploads" USING btree ("uid","created_at") WHERE "uploads"."message_id" is null;