import type { Earning } from "../earnings/index.ts";
import type { OwnTrade, OwnTransfer } from "./queries.ts";

/** Something with a time. */
export interface Dated {
  /** Seconds since 1970. */
  readonly blockTime: number;
}

/** Something that happened in the wallet. */
export type Activity = Dated &
  (
    | { readonly kind: "trade"; readonly trade: OwnTrade }
    | { readonly kind: "transfer"; readonly transfer: OwnTransfer }
    | { readonly kind: "earning"; readonly earning: Earning }
  );

/** A paginated list, the newest first. */
export interface Source<Item extends Dated> {
  readonly items: readonly Item[];
  /** Older ones are still to be asked for. */
  readonly hasMore: boolean;
}

/**
 * Several lists as one, the newest first. It ends where the first list that has more to come ends: what is older could
 * still move in between.
 */
export const mergeActivity = <Item extends Dated>(sources: readonly Source<Item>[]): readonly Item[] => {
  const known = Math.max(
    0,
    ...sources.map(({ items, hasMore }) => (hasMore ? (items.at(-1)?.blockTime ?? Number.POSITIVE_INFINITY) : 0)),
  );
  return sources
    .flatMap(({ items }) => items)
    .filter(({ blockTime }) => blockTime >= known)
    .sort((a, b) => b.blockTime - a.blockTime);
};

/** Which list stands in the way of older ones: the one that ends first. -1 when all of all is shown. */
export const nextSource = (sources: readonly Source<Dated>[]): number => {
  const ends = sources.map(({ items, hasMore }) =>
    hasMore ? (items.at(-1)?.blockTime ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY,
  );
  const newest = Math.max(...ends);
  return newest === Number.NEGATIVE_INFINITY ? -1 : ends.indexOf(newest);
};
