ALTER TABLE "card_webhooks" ADD COLUMN "order_id" uuid;--> statement-breakpoint
CREATE INDEX "card_webhooks_order" ON "card_webhooks" USING btree ("order_id");