import type { TransactionSignature } from "@tribe/contract";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { addressColumn, lamportsColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** Orders at the card on-ramp, with our own ids. */
export const cardOrders = pgTable(
  "card_orders",
  {
    id: uuid("id").primaryKey(),
    uid: uidColumn("uid").notNull(),
    address: addressColumn("address").notNull(),
    amount: lamportsColumn("amount").notNull(),
    state: text("state", { enum: ["open", "paid", "delivered", "failed"] }).notNull(),
    signature: text("signature").$type<TransactionSignature>(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    changedAt: timeColumn("changed_at").notNull().defaultNow(),
  },
  (table) => [index("card_orders_uid").on(table.uid)],
);

/** Webhooks that were handled: a repeated one changes nothing. */
export const cardWebhooks = pgTable(
  "card_webhooks",
  {
    /** MoonPay's id of the purchase, and its state: `<id>:<state>`. */
    id: text("id").primaryKey(),
    /** Null in older rows. An order may have several purchases, one for each card that was tried. */
    orderId: uuid("order_id"),
    receivedAt: timeColumn("received_at").notNull().defaultNow(),
  },
  (table) => [index("card_webhooks_order").on(table.orderId)],
);
