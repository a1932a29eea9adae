import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { AnswerOf, Lamports, Mint, routes } from "@tribe/contract";
import { keys } from "../queries/keys.ts";
import { createStore } from "../state/store.ts";

/** A page of the home listing, and when its order was made as this page's clock saw it; absent when it is kept from before. */
export type ListingPage = AnswerOf<typeof routes.market.list> & { readonly orderedAt?: number };
export type Listing = InfiniteData<ListingPage>;

/** When something last happened that changes who is listed: a Tribe was made or migrated, or news were missed. */
export const listingChangedAt = createStore<number>(0);

/** Tells whoever shows the listing that its order is of the past; nothing is asked and nothing jumps by itself. */
export const markListingOld = (): void => listingChangedAt.set(Date.now());

/** Gives listed tokens their new prices. What has none keeps its identity, so that only what changed is drawn again. */
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

/** How often listed prices change on the screen at most: often enough to be live, seldom enough to be read. */
const pauseMs = 250;

const waiting = new Map<Mint, Lamports>();

/** Takes a new price in; all that come within a quarter of a second are drawn at once. */
export const noteListedPrice = (cache: QueryClient, mint: Mint, price: Lamports): void => {
  const isFirst = waiting.size === 0;
  waiting.set(mint, price);
  if (!isFirst) return;
  setTimeout(() => {
    const prices = new Map(waiting);
    waiting.clear();
    for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: keys.tokens() }))
      cache.setQueryData<Listing>(queryKey, (old) => old && withPrices(old, prices), {
        // Prices are of now, the order is as old as it was.
        updatedAt: state.dataUpdatedAt,
      });
  }, pauseMs);
};

/** All tokens of a listing in their order, each once: when the server lost the order, a later page may repeat one. */
export const listedTokens = (listing: Listing): ListingPage["tokens"] => {
  const seen = new Set<Mint>();
  return listing.pages.flatMap(({ tokens }) => tokens.filter(({ mint }) => !seen.has(mint) && seen.add(mint)));
};
