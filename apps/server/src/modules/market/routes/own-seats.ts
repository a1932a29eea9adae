import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { heldSeatsOf } from "../held-seats.ts";

/** The caller's own seats. */
export const ownSeats = query(routes.market.ownSeats, async ({ ctx, tx, session }) => {
  const person = await ctx.ports.people.byUid(tx, session.uid);
  if (!person) throw new ApiError("unauthorized");
  return { seats: await heldSeatsOf(ctx, person.uid, person.address) };
});
