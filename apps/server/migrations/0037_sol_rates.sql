CREATE TABLE "sol_rates" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"prices" jsonb NOT NULL,
	"is_kept" boolean NOT NULL
);
