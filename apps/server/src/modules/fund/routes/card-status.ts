import { ApiError, routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { cardOrders } from "../schema.ts";

/** The state of one of the caller's orders. */
export const cardStatus = query(routes.fund.cardStatus, async ({ tx, session, query }) => {
  const [order] = await tx
    .select({ state: cardOrders.state, signature: cardOrders.signature })
    .from(cardOrders)
    .where(and(eq(cardOrders.id, query.orderId), eq(cardOrders.uid, session.uid)));
  if (!order) throw new ApiError("not_found");
  return order;
});
