import { type Lamports, lamports, type Mint, newTokenUnits, type TokenSort, tokenUnits } from "@tribe/contract";
import { unitPrice } from "@tribe/domain/curve";
import { pricesOf } from "@tribe/domain/money";
import type { FactsRow } from "../store/token-facts.ts";
import type { SortKeys } from "./ranking.ts";
import { marketCapOf } from "./seat-price.ts";

/** Everything that a listing can be sorted by, except volumes, which depend on a window. */
export type FactSort = Exclude<TokenSort, "volume">;

/** What a Tribe can be sorted by. */
export interface SortFigures {
  /** Of one (old) token. */
  readonly price: Lamports;
  /**
   * The price that the list shows: after a migration that of 1,000 new tokens, for which conversion rates differ between Tribes.
   */
  readonly shownPrice: Lamports;
  readonly marketCap: Lamports;
  /** Null for a Tribe that is younger than a day. */
  readonly priceDayAgo: Lamports | null;
  readonly freeSeats: number;
  /** Of all time, in lamports: of two Tribes with as many free seats the busier one comes first. */
  readonly volume: bigint;
  readonly createdAtMs: number;
}

export type TokenFacts = ReadonlyMap<Mint, SortFigures>;

/** The facts of a stored token; `dayAgo` in ms. */
export const factsOf = (row: FactsRow, dayAgo: number): SortFigures => {
  const [, price, supply, floor, maxSupply, coefficient, referralBonus, newMint, rate, pool, ...rest] = row;
  const [freeSeats, volume, createdAtMs, lastPrice] = rest;
  const tribe = {
    price: lamports(BigInt(price)),
    supply: tokenUnits(BigInt(supply)),
    floor: tokenUnits(BigInt(floor)),
    maxSupply: tokenUnits(BigInt(maxSupply)),
    coefficient: BigInt(coefficient),
    referralBonus: tokenUnits(BigInt(referralBonus)),
    newMint,
    conversionRate: rate === null ? null : BigInt(rate),
    pool: pool && {
      lamports: lamports(BigInt(pool[0])),
      tokens: newTokenUnits(BigInt(pool[1])),
      liquidityBps: pool[2],
      creatorBps: pool[3],
      platformBps: pool[4],
    },
    lastSeat: null,
  };
  const isOld = createdAtMs <= dayAgo;
  return {
    price: tribe.price,
    shownPrice: pricesOf(tribe).shown(tribe.price),
    marketCap: marketCapOf(tribe),
    priceDayAgo: !isOld
      ? null
      : lastPrice === null
        ? unitPrice(tribe.floor, tribe.coefficient)
        : lamports(BigInt(lastPrice)),
    freeSeats,
    volume: BigInt(volume),
    createdAtMs,
  };
};

const millionths = 1_000_000n;
/** Room for a volume below the free seats in one key: 144 million SOL. */
const volumeBits = 57n;
const maxVolume = (1n << volumeBits) - 1n;

const keyBy: Readonly<Record<FactSort, (facts: SortFigures) => bigint>> = {
  price: ({ shownPrice }) => shownPrice,
  marketCap: ({ marketCap }) => marketCap,
  // In millionths of the old price. A token without a price a day ago counts as unchanged, in either direction.
  change: ({ price, priceDayAgo }) =>
    priceDayAgo === null || priceDayAgo === 0n ? millionths : (price * millionths) / priceDayAgo,
  seats: ({ freeSeats, volume }) => (BigInt(freeSeats) << volumeBits) | (volume < maxVolume ? volume : maxVolume),
  newest: ({ createdAtMs }) => BigInt(createdAtMs),
};

/** The key of each token in this sort. */
export const keysBy = (sort: FactSort, facts: TokenFacts): SortKeys => {
  const keys = new Map<Mint, bigint>();
  for (const [mint, each] of facts) keys.set(mint, keyBy[sort](each));
  return keys;
};
