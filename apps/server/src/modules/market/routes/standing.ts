import { ApiError, lamports, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { heldSeatsOf } from "../held-seats.ts";
import { cardsOf } from "../listing/cards.ts";
import { heldBy } from "../store/holdings.ts";
import { findWalletOwner } from "../store/tribe.ts";

const maxHoldings = 20;

/** A person's seats and holdings. */
export const standing = query(routes.market.standing, async ({ ctx, tx, query: { address } }) => {
  const person = await findWalletOwner(tx, address);
  if (!person) throw new ApiError("not_found");
  const [seats, held] = await Promise.all([heldSeatsOf(ctx, person.uid, address), heldBy(tx, address)]);
  const shown = held.slice(0, maxHoldings);
  const cards = await cardsOf(
    ctx,
    shown.map(({ mint }) => mint),
  );
  return {
    since: person.createdAt.getTime(),
    seats: seats.filter(({ number }) => number !== null),
    holdings: shown.flatMap(({ mint, amount, value }) => {
      const card = cards.get(mint);
      if (!card) return [];
      return { mint, name: card.name, symbol: card.symbol, pfp: card.pfp, amount, value: lamports(BigInt(value)) };
    }),
    count: held[0]?.count ?? 0,
    value: lamports(BigInt(held[0]?.valueOfAll ?? 0)),
  };
});
