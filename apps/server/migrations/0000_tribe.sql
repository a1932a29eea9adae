CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_sends" (
	"key" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_allowances" (
	"uid" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"filled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"mint" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"author_uid" text NOT NULL,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_mint_seq_pk" PRIMARY KEY("mint","seq"),
	CONSTRAINT "messages_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "creations" (
	"token_id" numeric(20,0) PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"mint" text NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"pfp" text NOT NULL,
	"ticket" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creations_uid_unique" UNIQUE("uid"),
	CONSTRAINT "creations_mint_unique" UNIQUE("mint")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"ticket" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"kind" text NOT NULL,
	"mint" text NOT NULL,
	"trader" text NOT NULL,
	"request" jsonb NOT NULL,
	"message" text NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"state" smallint NOT NULL,
	"signed_transaction" text,
	"signature" text,
	"error_reason" text,
	"is_retryable" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_signature_unique" UNIQUE("signature")
);
--> statement-breakpoint
CREATE TABLE "card_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"address" text NOT NULL,
	"amount" numeric(20,0) NOT NULL,
	"state" text NOT NULL,
	"signature" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"address" text,
	"display_name" text,
	"pfp" text,
	"bio" text DEFAULT '' NOT NULL,
	"is_nerfed" boolean DEFAULT false NOT NULL,
	"twitter" jsonb,
	"twitter_id" text,
	"inviter_address" text,
	"is_affiliate_partner" boolean DEFAULT false NOT NULL,
	"is_affiliate" boolean DEFAULT false NOT NULL,
	"is_discount" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_in_at" timestamp (3) with time zone,
	CONSTRAINT "people_email_unique" UNIQUE("email"),
	CONSTRAINT "people_address_unique" UNIQUE("address"),
	CONSTRAINT "people_twitter_id_unique" UNIQUE("twitter_id")
);
--> statement-breakpoint
CREATE TABLE "request_nonces" (
	"owner" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_nonces_owner_nonce_pk" PRIMARY KEY("owner","nonce")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"device_id" text NOT NULL,
	"access_token_hash" "bytea" NOT NULL,
	"cookie_hash" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"signature" text NOT NULL,
	"event_index" smallint NOT NULL,
	"kind" text NOT NULL,
	"mint" text,
	"seq" numeric(40,0) NOT NULL,
	"slot" bigint NOT NULL,
	"block_time" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "chain_events_signature_event_index_pk" PRIMARY KEY("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"mint" text PRIMARY KEY NOT NULL,
	"head_seq" bigint DEFAULT 0 NOT NULL,
	"group_size" integer NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"join_count" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "indexer_cursors" (
	"address" text PRIMARY KEY NOT NULL,
	"signature" text NOT NULL,
	"slot" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seats" (
	"mint" text NOT NULL,
	"uid" text NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"join_order" bigint NOT NULL,
	"reason" text,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_mint_uid_pk" PRIMARY KEY("mint","uid"),
	CONSTRAINT "seats_join_order_positive" CHECK ("seats"."join_order" > 0)
);
--> statement-breakpoint
CREATE TABLE "token_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"mint" text NOT NULL,
	"owner" text NOT NULL,
	"amount" numeric(20,0) NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"mint" text PRIMARY KEY NOT NULL,
	"token_id" numeric(20,0) NOT NULL,
	"creator_address" text NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"supply" numeric(20,0) NOT NULL,
	"reserve" numeric(20,0) NOT NULL,
	"floor" numeric(20,0) NOT NULL,
	"max_supply" numeric(20,0) NOT NULL,
	"coefficient" numeric(40,0) NOT NULL,
	"referral_bonus" numeric(20,0) NOT NULL,
	"next_seq" numeric(40,0) NOT NULL,
	"volume" numeric(20,0) DEFAULT 0 NOT NULL,
	"ranked_volume" numeric(20,0) DEFAULT 0 NOT NULL,
	"holder_count" integer DEFAULT 0 NOT NULL,
	"new_mint" text,
	"liquidity_address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tokens_token_id_unique" UNIQUE("token_id")
);
--> statement-breakpoint
CREATE TABLE "trades" (
	"mint" text NOT NULL,
	"seq" numeric(40,0) NOT NULL,
	"signature" text NOT NULL,
	"kind" text NOT NULL,
	"trader" text NOT NULL,
	"amount" numeric(20,0) NOT NULL,
	"value" numeric(20,0) NOT NULL,
	"unit_price" numeric(20,0) NOT NULL,
	"supply_after" numeric(20,0) NOT NULL,
	"platform_fee" numeric(20,0) NOT NULL,
	"creator_fee" numeric(20,0) NOT NULL,
	"referral_fee" numeric(20,0) NOT NULL,
	"referrer" text,
	"is_ranked" boolean NOT NULL,
	"block_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trades_mint_seq_pk" PRIMARY KEY("mint","seq")
);
--> statement-breakpoint
CREATE TABLE "social_states" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"session_id" text NOT NULL,
	"verifier" "bytea" NOT NULL,
	"return_to" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "realtime_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"session_id" text,
	"uid" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_recovery_codes" (
	"uid" text PRIMARY KEY NOT NULL,
	"code_mac" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_sharings" (
	"uid" text NOT NULL,
	"device_public_key" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"address" text NOT NULL,
	"server_share" "bytea" NOT NULL,
	"recovery_share" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_sharings_uid_device_public_key_version_pk" PRIMARY KEY("uid","device_public_key","version")
);
--> statement-breakpoint
CREATE TABLE "wallet_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"session_id" text NOT NULL,
	"device_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"uid" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"recovery" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallets_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_uid_people_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."people"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_created_at" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_author_client" ON "messages" USING btree ("author_uid","mint","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_uid_key" ON "tickets" USING btree ("uid","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_open" ON "tickets" USING btree ("uid","mint","kind") WHERE "tickets"."state" in (0, 1);--> statement-breakpoint
CREATE INDEX "tickets_pending" ON "tickets" USING btree ("state") WHERE "tickets"."state" = 1;--> statement-breakpoint
CREATE INDEX "card_orders_uid" ON "card_orders" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "people_inviter" ON "people" USING btree ("inviter_address");--> statement-breakpoint
CREATE INDEX "request_nonces_expires_at" ON "request_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_uid" ON "sessions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_events_mint_seq" ON "chain_events" USING btree ("mint","seq");--> statement-breakpoint
CREATE INDEX "seats_active" ON "seats" USING btree ("mint","state");--> statement-breakpoint
CREATE INDEX "seats_uid" ON "seats" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "seats_address" ON "seats" USING btree ("mint","address");--> statement-breakpoint
CREATE INDEX "token_accounts_mint_owner" ON "token_accounts" USING btree ("mint","owner");--> statement-breakpoint
CREATE INDEX "token_accounts_owner" ON "token_accounts" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "tokens_ranked" ON "tokens" USING btree ("ranked_volume","mint");--> statement-breakpoint
CREATE INDEX "tokens_creator" ON "tokens" USING btree ("creator_address");--> statement-breakpoint
CREATE INDEX "trades_time" ON "trades" USING btree ("block_time");--> statement-breakpoint
CREATE INDEX "trades_mint_time" ON "trades" USING btree ("mint","block_time");--> statement-breakpoint
CREATE INDEX "social_states_expires_at" ON "social_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "realtime_tokens_expires_at" ON "realtime_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_challenges_expires_at" ON "wallet_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_tokens_expires_at" ON "wallet_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_tokens_session" ON "wallet_tokens" USING btree ("session_id");