import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { heldSeatsOf } from "../held-seats.ts";

/** The caller's own seats. */
export const ownSeats = query(routes.market.ownSeats, async ({ ctx, tx, session }) => {
  const person = await personByUid(tx, session.uid);
  if (!person) throw new ApiError("unauthorized");
  return { seats: await heldSeatsOf(ctx, person.uid, person.address) };
});
