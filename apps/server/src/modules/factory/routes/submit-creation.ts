import { ApiError, routes } from "@tribe/contract";
import { implement } from "../../../http/implement.ts";
import { submitTicket } from "../../transactions/index.ts";
import { findCreation } from "../find-creation.ts";

/** Takes the creator's signature. */
export const submitCreation = implement(
  routes.factory.submitCreation,
  async ({ ctx, body, session, nonceInsert }) => {
    const found = await findCreation(ctx.db, session.uid, body.tokenId);
    if (!found) throw new ApiError("ticket_unknown");
    return { signature: await submitTicket(ctx, found.ticket, body.signature, nonceInsert()) };
  },
  { transaction: "own" },
);
