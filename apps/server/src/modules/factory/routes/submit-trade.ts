import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { findTicket, submitTicket } from "../../transactions/index.ts";

/** Co-signs and sends a trade that its trader has signed. */
export const submitTrade = saga(routes.factory.submitTrade, async ({ ctx, body, session, commit }) => {
  const row = await findTicket(ctx.db, session.uid, body.ticket);
  if (!row) throw new ApiError("ticket_unknown");
  return { signature: await submitTicket(ctx, row, body.signature, commit) };
});
