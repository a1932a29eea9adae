import type { TransactionSignature, Uid } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { cardOrders, cardWebhooks } from "../schema.ts";

/** An order at the card on-ramp. */
export type CardOrderRow = typeof cardOrders.$inferSelect;

/** Stores a new order. */
export const addOrder = async (
  tx: Executor,
  order: Pick<CardOrderRow, "id" | "uid" | "address" | "amount">,
): Promise<void> => {
  await tx.insert(cardOrders).values({ ...order, state: "open" });
};

/** The state of a person's order; null when they have none with this id. */
export const findOrderState = async (
  db: Reader,
  id: string,
  uid: Uid,
): Promise<Pick<CardOrderRow, "state" | "signature"> | null> => {
  const [order] = await db
    .select({ state: cardOrders.state, signature: cardOrders.signature })
    .from(cardOrders)
    .where(and(eq(cardOrders.id, id), eq(cardOrders.uid, uid)));
  return order ?? null;
};

/** Locks an order until the commit; null when it is not ours. */
export const lockOrder = async (tx: Executor, id: string): Promise<CardOrderRow | null> => {
  const [order] = await tx.select().from(cardOrders).where(eq(cardOrders.id, id)).for("update");
  return order ?? null;
};

/** Stores an order's new state. */
export const storeOrderState = async (
  tx: Executor,
  id: string,
  state: CardOrderRow["state"],
  signature: TransactionSignature | null,
): Promise<void> => {
  await tx.update(cardOrders).set({ state, signature, changedAt: new Date() }).where(eq(cardOrders.id, id));
};

/** Notes a webhook as handled. @returns false when it was handled before */
export const addWebhook = async (tx: Executor, id: string, orderId: string): Promise<boolean> => {
  const stored = await tx
    .insert(cardWebhooks)
    .values({ id, orderId })
    .onConflictDoNothing()
    .returning({ id: cardWebhooks.id });
  return stored.length > 0;
};

/** The ids of an order's webhooks. */
export const webhooksOf = async (tx: Executor, orderId: string): Promise<string[]> => {
  const rows = await tx.select({ id: cardWebhooks.id }).from(cardWebhooks).where(eq(cardWebhooks.orderId, orderId));
  return rows.map(({ id }) => id);
};
