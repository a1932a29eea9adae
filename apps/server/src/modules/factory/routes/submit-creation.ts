import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { submitTicket } from "../../transactions/index.ts";
import { signedTicket } from "../signed-ticket.ts";
import { findCreation } from "../store/creations.ts";

/** Co-signs and sends a creation that its creator has signed. */
export const submitCreation = saga(routes.factory.submitCreation, async ({ ctx, body, session, commit }) => {
  const found = await findCreation(ctx.db, session.uid, body.tokenId);
  if (!found) throw new ApiError("ticket_unknown");
  const ticket = await signedTicket(ctx.db, found.ticket, body.signature);
  return { signature: await submitTicket(ctx, ticket, body.signature, commit) };
});
