CREATE TABLE "airdrop_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"ticket" text,
	"is_paid" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "airdrop_entries" (
	"task_id" uuid NOT NULL,
	"address" text NOT NULL,
	"is_member" boolean NOT NULL,
	"weight" numeric(20,0) NOT NULL,
	"amount" numeric(20,0) NOT NULL,
	"place" integer,
	CONSTRAINT "airdrop_entries_task_id_address_pk" PRIMARY KEY("task_id","address")
);
--> statement-breakpoint
CREATE TABLE "airdrop_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"mint" text NOT NULL,
	"creator" text NOT NULL,
	"airdrop_mint" text NOT NULL,
	"program" text NOT NULL,
	"decimals" smallint NOT NULL,
	"name" text,
	"symbol" text,
	"amount" numeric(20,0) NOT NULL,
	"options" jsonb NOT NULL,
	"snapshot_slot" bigint NOT NULL,
	"snapshot_at" timestamp (3) with time zone NOT NULL,
	"members_count" integer NOT NULL,
	"holders_count" integer NOT NULL,
	"recipients" integer NOT NULL,
	"batch_size" smallint NOT NULL,
	"batches" integer NOT NULL,
	"list_hash" "bytea" NOT NULL,
	"state" smallint NOT NULL,
	"is_ending" boolean DEFAULT false NOT NULL,
	"slot" bigint,
	"makes_pool" boolean NOT NULL,
	"set_up_ticket" text,
	"set_up_id" uuid NOT NULL,
	"is_set_up" boolean DEFAULT false NOT NULL,
	"close_ticket" text,
	"close_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "airdrop_batches_index" ON "airdrop_batches" USING btree ("task_id","index");--> statement-breakpoint
CREATE UNIQUE INDEX "airdrop_batches_ticket" ON "airdrop_batches" USING btree ("ticket");--> statement-breakpoint
CREATE UNIQUE INDEX "airdrop_entries_place" ON "airdrop_entries" USING btree ("task_id","place");--> statement-breakpoint
CREATE INDEX "airdrop_entries_address" ON "airdrop_entries" USING btree ("address") WHERE "airdrop_entries"."place" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "airdrop_tasks_only_open" ON "airdrop_tasks" USING btree ("mint") WHERE "airdrop_tasks"."state" = 0;--> statement-breakpoint
CREATE INDEX "airdrop_tasks_open" ON "airdrop_tasks" USING btree ("state") WHERE "airdrop_tasks"."state" = 0;