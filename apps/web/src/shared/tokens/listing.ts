import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { AnswerOf, Lamports, Mint, routes } from "@tribe/contract";
import { keys } from "../queries/keys.ts";
import { createStore } from "../state/store.ts";

/** A page of the home listing, with the time of its order by this page's clock; absent for a stored one. */
export type ListingPage = AnswerOf<typeof routes.market.list> & { readonly orderedAt?: number };
export type Listing = InfiniteData<ListingPage>;

/** When the list of tokens last changed: a Tribe was created or migrated, or frames were missed. */
export const listingChangedAt = createStore<number>(0);

/** Marks the shown listing's order as outdated; nothing is refetched and nothing moves by itself. */
export const markListingOld = (): void => listingChangedAt.set(Date.now());

/** Updates the prices of listed tokens. Unchanged tokens keep their identity, so that only changed ones are rendered. */
export const withPrices = (listing: Listing, prices: ReadonlyMap<Mint, Lamports>): Listing => {
  let isChanged = false;
  const pages = listing.pages.map((page) => {
    if (!page.tokens.some(({ mint, price }) => (prices.get(mint) ?? price) !== price)) return page;
    isChanged = true;
    const tokens = page.tokens.map((token) => {
      const price = prices.get(token.mint);
      return price === undefined || price === token.price ? token : { ...token, price };
    });
    return { ...page, tokens };
  });
  return isChanged ? { ...listing, pages } : listing;
};

/** How often listed prices change on the screen at most: live, but readable. */
const pauseMs = 250;

const waiting = new Map<Mint, Lamports>();

/** Adds a new price; all that arrive within a quarter of a second are rendered at once. */
export const noteListedPrice = (cache: QueryClient, mint: Mint, price: Lamports): void => {
  const isFirst = waiting.size === 0;
  waiting.set(mint, price);
  if (!isFirst) return;
  setTimeout(() => {
    const prices = new Map(waiting);
    waiting.clear();
    for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: keys.tokens() }))
      cache.setQueryData<Listing>(queryKey, (old) => old && withPrices(old, prices), {
        // The prices are current, but the order is as old as before.
        updatedAt: state.dataUpdatedAt,
      });
  }, pauseMs);
};

/** All tokens of a listing in order, each once: when the server has lost the order, a later page may repeat one. */
export const listedTokens = (listing: Listing): ListingPage["tokens"] => {
  const seen = new Set<Mint>();
  return listing.pages.flatMap(({ tokens }) => tokens.filter(({ mint }) => !seen.has(mint) && seen.add(mint)));
};
