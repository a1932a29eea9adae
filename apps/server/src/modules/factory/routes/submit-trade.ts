import { ApiError, routes } from "@tribe/contract";
import { implement } from "../../../http/implement.ts";
import { findTicket, submitTicket } from "../../transactions/index.ts";

/** Takes the trader's signature. */
export const submitTrade = implement(
  routes.factory.submitTrade,
  async ({ ctx, body, session, nonceInsert }) => {
    const row = await findTicket(ctx.db, session.uid, body.ticket);
    if (!row) throw new ApiError("ticket_unknown");
    return { signature: await submitTicket(ctx, row, body.signature, nonceInsert()) };
  },
  { transaction: "own" },
);
