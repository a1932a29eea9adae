CREATE TABLE "outside_pictures" (
	"source" text PRIMARY KEY NOT NULL,
	"file_id" uuid,
	"content_type" text,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outside_pictures_fetched_at" ON "outside_pictures" USING btree ("fetched_at");