import {
  type Lamports,
  lamports,
  newTokenUnits,
  type TokenProfile,
  type TradePoint,
  tokenUnits,
} from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";
import { marketValueOnCurve } from "@tribe/domain/curve";
import { pricesOf } from "@tribe/domain/money";
import { marketValueInPool } from "@tribe/domain/pool";

type Priced = Pick<
  TokenProfile,
  "price" | "virtualSupply" | "maxSupply" | "bondingCurveCoefficient" | "referralBonus" | "conversionRate" | "pool"
>;

/** The integer square root, rounded down. Starts from a 53-bit approximation, which is exact enough for figures on a chart. */
const squareRoot = (value: bigint): bigint => {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root -= 1n;
  while ((root + 1n) * (root + 1n) <= value) root += 1n;
  return root;
};

/** The market cap at a price on the curve, where the price determines the supply. */
const capOnCurve = ({ virtualSupply, maxSupply, bondingCurveCoefficient, referralBonus }: Priced, price: Lamports) => {
  const x = squareRoot(price * bondingCurveCoefficient * 10n ** 9n);
  const held = x < virtualSupply ? virtualSupply : x > maxSupply ? maxSupply : x;
  const curve = { x: tokenUnits(held), floor: virtualSupply, xMax: maxSupply, coefficient: bondingCurveCoefficient };
  return marketValueOnCurve(curve, referralBonus);
};

/** The market cap in the pool, for drawing only: its tokens at a price are estimated from the present ones by x · y = k. */
const capInPool = (rate: bigint, tokens: bigint, now: Lamports, price: Lamports): Lamports => {
  const then = price > 0n ? (tokens * squareRoot((now * 10n ** 12n) / price)) / 10n ** 6n : tokens;
  return marketValueInPool(price, rate, newTokenUnits(then));
};

/** The time of a token's first known trade in its pool, in seconds; Infinity while it is on the curve. */
export const movedAt = (trades: readonly TradePoint[] | undefined): number =>
  trades?.filter(({ venue }) => venue === "pool").at(-1)?.blockTime ?? Number.POSITIVE_INFINITY;

/** A token's market cap at a price. @param isPool whether it is a price in the pool */
export const marketCapAt = (token: Priced, price: Lamports, isPool: boolean): Lamports =>
  isPool && token.pool && token.conversionRate !== null
    ? capInPool(token.conversionRate, token.pool.tokens, token.price, price)
    : capOnCurve(token, price);

/** Candles of the price in the unit that the page shows prices in. */
export const priceCandles = (
  token: Pick<TokenProfile, "newMint" | "conversionRate">,
  candles: readonly Candle[],
): readonly Candle[] => {
  const { shown, per } = pricesOf(token);
  if (per === "") return candles;
  return candles.map((candle) => ({
    ...candle,
    open: shown(candle.open),
    high: shown(candle.high),
    low: shown(candle.low),
    close: shown(candle.close),
  }));
};

/** Converts candles of the price to candles of the market cap. @param moved the time of the move to the pool, in seconds */
export const capCandles = (
  token: Priced,
  candles: readonly Candle[],
  interval: number,
  moved: number,
): readonly Candle[] => {
  // Times without trades repeat a price many times.
  const known = new Map<string, Lamports>();
  const capOf = (price: Lamports, isPool: boolean): Lamports => {
    const key = `${isPool} ${price}`;
    const cap = known.get(key) ?? marketCapAt(token, price, isPool);
    known.set(key, cap);
    return lamports(cap);
  };
  return candles.map((candle) => {
    const isPool = candle.time + interval > moved;
    return {
      ...candle,
      open: capOf(candle.open, isPool),
      high: capOf(candle.high, isPool),
      low: capOf(candle.low, isPool),
      close: capOf(candle.close, isPool),
    };
  });
};
