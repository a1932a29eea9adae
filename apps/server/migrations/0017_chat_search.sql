CREATE TABLE "link_previews" (
	"url" text PRIMARY KEY NOT NULL,
	"preview" jsonb,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "link_previews_fetched" ON "link_previews" USING btree ("fetched_at");
--> statement-breakpoint
-- Case and accents aside. unaccent looks its rules up by a setting; with the dictionary named it may stand in an index.
CREATE EXTENSION IF NOT EXISTS "unaccent";
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
--> statement-breakpoint
DO $$ DECLARE home text := (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'unaccent'); BEGIN
	EXECUTE format('CREATE FUNCTION search_text(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $f$ SELECT lower(%1$I.unaccent(%2$L::regdictionary, said)) $f$', home, home || '.unaccent');
END $$;
--> statement-breakpoint
CREATE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $f$ SELECT regexp_replace(search_text(word), '([\\%_])', '\\\1', 'g') $f$;
--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin (search_text("text") gin_trgm_ops);
