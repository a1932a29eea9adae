import { ApiError, routes } from "@tribe/contract";
import { creation } from "@tribe/domain/machines";
import { query } from "../../../http/implement.ts";
import { stateOf } from "../../transactions/index.ts";
import { findCreation } from "../store/creations.ts";

/** The state of a creation. */
export const creationStatus = query(routes.factory.creationStatus, async ({ tx, query, session }) => {
  const found = await findCreation(tx, session.uid, query.tokenId);
  if (!found) throw new ApiError("not_found");
  const { ticket, creation: stored } = found;
  return {
    ...creation.toWire(stateOf(ticket)),
    errorReason: ticket.errorReason,
    signature: ticket.signature,
    mint: stored.mint,
  };
});
