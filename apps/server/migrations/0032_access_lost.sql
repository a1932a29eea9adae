-- Whoever may read a chat no longer is told to all nodes by the database itself, in the transaction of the change and so in
-- the order of the messages, however a row was changed (docs/decisions/0122).
CREATE FUNCTION doubt_access() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	INSERT INTO "outbox" ("type", "payload")
	VALUES ('access.doubted', jsonb_build_object('mint', to_jsonb(OLD) -> 'mint', 'uid', to_jsonb(OLD) -> 'uid'));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "seats_doubt_access" AFTER UPDATE OF "mint", "uid", "state" ON "seats" FOR EACH ROW
	WHEN (OLD."state" = 'active' AND (OLD."mint", OLD."uid", OLD."state") IS DISTINCT FROM (NEW."mint", NEW."uid", NEW."state"))
	EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
CREATE TRIGGER "seats_gone_doubt_access" AFTER DELETE ON "seats" FOR EACH ROW
	WHEN (OLD."state" = 'active') EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
-- One that has run its time ends without a change of its row: the nodes know when.
CREATE TRIGGER "sessions_doubt_access" AFTER UPDATE OF "id", "expires_at" ON "sessions" FOR EACH ROW
	WHEN (NEW."id" <> OLD."id" OR NEW."expires_at" < OLD."expires_at")
	EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
CREATE TRIGGER "sessions_gone_doubt_access" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
-- Who is Chief: the person whose address created the token.
CREATE TRIGGER "tokens_doubt_access" AFTER UPDATE OF "mint", "creator_address" ON "tokens" FOR EACH ROW
	WHEN ((OLD."mint", OLD."creator_address") IS DISTINCT FROM (NEW."mint", NEW."creator_address"))
	EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
CREATE TRIGGER "tokens_gone_doubt_access" AFTER DELETE ON "tokens" FOR EACH ROW EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
CREATE TRIGGER "people_doubt_access" AFTER UPDATE OF "uid", "address" ON "people" FOR EACH ROW
	WHEN (OLD."address" IS NOT NULL AND (OLD."uid", OLD."address") IS DISTINCT FROM (NEW."uid", NEW."address"))
	EXECUTE FUNCTION doubt_access();
--> statement-breakpoint
CREATE TRIGGER "people_gone_doubt_access" AFTER DELETE ON "people" FOR EACH ROW
	WHEN (OLD."address" IS NOT NULL) EXECUTE FUNCTION doubt_access();
