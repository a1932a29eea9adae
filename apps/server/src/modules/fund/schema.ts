import type { TransactionSignature } from "@tribe/contract";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { addressColumn, lamportsColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** An order at the card on-ramp, under the id that we gave it. */
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

/** Webhooks that were taken in: the same one delivered again changes nothing. */
export const cardWebhooks = pgTable(
  "card_webhooks",
  {
    /** MoonPay's id of the purchase and what became of it, `<id>:<state>`. */
    id: text("id").primaryKey(),
    /** Null for those of before. One order may have several purchases: each card that was tried is one. */
    orderId: uuid("order_id"),
    receivedAt: timeColumn("received_at").notNull().defaultNow(),
  },
  (table) => [index("card_webhooks_order").on(table.orderId)],
);
