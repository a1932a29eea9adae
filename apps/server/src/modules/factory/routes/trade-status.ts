import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findTicket } from "../../transactions/index.ts";

/** The state of a trade. */
export const tradeStatus = query(routes.factory.tradeStatus, async ({ tx, query, session }) => {
  const row = await findTicket(tx, session.uid, query.ticket);
  if (!row) throw new ApiError("ticket_unknown");
  const { state, errorReason, signature } = row;
  return { state, errorReason, signature };
});
