CREATE TABLE "wallet_passkeys" (
	"uid" text NOT NULL,
	"id" text NOT NULL,
	"public_key" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"server_share" "bytea" NOT NULL,
	"sealed_share" "bytea" NOT NULL,
	"mac" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_passkeys_uid_id_pk" PRIMARY KEY("uid","id")
);
