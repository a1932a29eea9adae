CREATE TABLE "seat_alarms" (
	"mint" text NOT NULL,
	"uid" text NOT NULL,
	"spare" numeric(20,0),
	"price_above" numeric(20,0),
	"price_below" numeric(20,0),
	"is_spare_armed" boolean DEFAULT true NOT NULL,
	"is_above_armed" boolean DEFAULT true NOT NULL,
	"is_below_armed" boolean DEFAULT true NOT NULL,
	"rang_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seat_alarms_mint_uid_pk" PRIMARY KEY("mint","uid")
);
--> statement-breakpoint
CREATE INDEX "seat_alarms_uid" ON "seat_alarms" USING btree ("uid");