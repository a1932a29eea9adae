import type { TradePoint } from "@tribe/contract";

/** Steps of a whole day; a shorter history begins further right. */
const steps = 24;
const hourSeconds = 3_600;

/** The corners of a day's line in a box. @param heights from 0 to 100, the newest last */
export const linePoints = (heights: readonly number[], width: number, height: number): [number, number][] => {
  const edge = 2;
  const step = (width - 2 * edge) / steps;
  return heights.map((share, index) => [
    width - edge - (heights.length - 1 - index) * step,
    height - edge - (share / 100) * (height - 2 * edge),
  ]);
};

/**
 * The last day as in the home listing, from a token's own trades (newest first): the hourly price as heights from 0 to 100, the
 * newest last. Empty without trades; shorter if the trades don't go back that far.
 * @param now in seconds since 1970
 */
export const dayLineOf = (trades: readonly Pick<TradePoint, "blockTime" | "priceAfter">[], now: number): number[] => {
  const begin = now - steps * hourSeconds;
  if (!trades.some(({ blockTime }) => blockTime > begin)) return [];
  const prices: number[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const last = trades.find(({ blockTime }) => blockTime <= begin + step * hourSeconds);
    // Only for drawing: lamports per token stay far below 2⁵³.
    if (last) prices.push(Number(last.priceAfter));
  }
  const lowest = Math.min(...prices);
  const span = Math.max(...prices) - lowest;
  return prices.map((price) => (span === 0 ? 50 : Math.round(((price - lowest) * 100) / span)));
};
