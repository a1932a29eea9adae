CREATE TABLE "token_moves" (
	"account" text NOT NULL,
	"signature" text NOT NULL,
	"mint" text NOT NULL,
	"owner" text NOT NULL,
	"is_new" boolean NOT NULL,
	"slot" bigint NOT NULL,
	"block_time" timestamp (3) with time zone NOT NULL,
	"units_before" numeric(40,0) NOT NULL,
	"units_after" numeric(40,0) NOT NULL,
	"network_fee" numeric(20,0) NOT NULL,
	"deposit" numeric(40,0) NOT NULL,
	CONSTRAINT "token_moves_account_signature_pk" PRIMARY KEY("account","signature")
);
--> statement-breakpoint
CREATE INDEX "token_moves_owner_mint" ON "token_moves" USING btree ("owner","mint");--> statement-breakpoint
CREATE INDEX "token_moves_signature" ON "token_moves" USING btree ("signature");