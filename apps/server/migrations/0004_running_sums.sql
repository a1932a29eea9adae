CREATE TABLE "holdings" (
	"mint" text NOT NULL,
	"owner" text NOT NULL,
	"amount" numeric(20,0) NOT NULL,
	CONSTRAINT "holdings_mint_owner_pk" PRIMARY KEY("mint","owner")
);
--> statement-breakpoint
CREATE TABLE "referrers" (
	"address" text PRIMARY KEY NOT NULL,
	"earned" numeric(20,0) NOT NULL,
	"trades" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "creator_earned" numeric(20,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "creator_trades" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "holdings_ranked" ON "holdings" USING btree ("mint","amount" DESC NULLS FIRST,"owner");--> statement-breakpoint
-- What is indexed already, added up once.
INSERT INTO "holdings" ("mint", "owner", "amount") SELECT "mint", "owner", sum("amount") FROM "token_accounts" GROUP BY "mint", "owner" HAVING sum("amount") > 0;--> statement-breakpoint
INSERT INTO "referrers" ("address", "earned", "trades") SELECT "referrer", sum("referral_fee"), count(*) FROM "trades" WHERE "referrer" IS NOT NULL AND "referral_fee" > 0 GROUP BY "referrer";--> statement-breakpoint
UPDATE "tokens" SET "creator_earned" = "sums"."earned", "creator_trades" = "sums"."trades" FROM (SELECT "mint", sum("creator_fee") AS "earned", count(*) FILTER (WHERE "creator_fee" > 0) AS "trades" FROM "trades" GROUP BY "mint") AS "sums" WHERE "sums"."mint" = "tokens"."mint";
