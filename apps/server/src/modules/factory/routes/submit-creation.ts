import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { submitTicket } from "../../transactions/index.ts";
import { findCreation, signedTicket } from "../find-creation.ts";

/** Takes the creator's signature, co-signs and sends the creation. */
export const submitCreation = saga(routes.factory.submitCreation, async ({ ctx, body, session, commit }) => {
  const found = await findCreation(ctx.db, session.uid, body.tokenId);
  if (!found) throw new ApiError("ticket_unknown");
  const ticket = await signedTicket(ctx.db, found.ticket, body.signature);
  return { signature: await submitTicket(ctx, ticket, body.signature, commit) };
});
