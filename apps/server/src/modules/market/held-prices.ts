import type { Address, Lamports, Mint } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { cardsOf } from "./listing/cards.ts";
import { heldBy } from "./store/holdings.ts";

/** A wallet's holding of a Tribe, with the price of a whole token now and a day ago. */
export interface HeldPrice {
  readonly mint: Mint;
  readonly name: string;
  readonly symbol: string;
  readonly price: Lamports;
  /** Null for a Tribe that is younger than a day. */
  readonly priceDayAgo: Lamports | null;
}

/** The most valuable tokens of a wallet. */
export const heldPrices = async (ctx: AppContext, owner: Address, limit: number): Promise<readonly HeldPrice[]> => {
  const rows = (await heldBy(ctx.db, owner)).slice(0, limit);
  const cards = await cardsOf(
    ctx,
    rows.map(({ mint }) => mint),
  );
  return rows.flatMap(({ mint, price }) => {
    const card = cards.get(mint);
    return card ? [{ mint, name: card.name, symbol: card.symbol, price, priceDayAgo: card.priceDayAgo }] : [];
  });
};
