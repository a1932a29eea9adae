import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findOrderState } from "../store/card-orders.ts";

/** The state of one of the caller's orders. */
export const cardStatus = query(routes.fund.cardStatus, async ({ tx, session, query }) => {
  const order = await findOrderState(tx, query.orderId, session.uid);
  if (!order) throw new ApiError("not_found");
  return order;
});
