import { ApiError, lamports, routes } from "@tribe/contract";
import { eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { people } from "../../identity/schema.ts";
import { heldBy } from "../held-by.ts";
import { heldSeatsOf } from "../held-seats.ts";
import { cardsOf } from "../listing/cards.ts";

const maxHoldings = 20;

/** A person's seats and holdings. */
export const standing = query(routes.market.standing, async ({ ctx, tx, query: { address } }) => {
  const [person] = await tx
    .select({ uid: people.uid, createdAt: people.createdAt })
    .from(people)
    .where(eq(people.address, address));
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
