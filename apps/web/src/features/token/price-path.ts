import type { TradePoint } from "@tribe/contract";

/** One step of the price over time; `time` in seconds, `price` in lamports per token. */
export interface PricePoint {
  readonly time: number;
  readonly price: number;
}

/** Trades (newest first) as points in the order of time. Prices become numbers only here, to be drawn. */
export const pricePoints = (trades: readonly TradePoint[]): PricePoint[] =>
  trades.map(({ blockTime, unitPrice }) => ({ time: blockTime, price: Number(unitPrice) })).reverse();

/**
 * An SVG path of the price as steps, in a box of `width` × `height`. A price that never moved is a line in the middle.
 * Null when there are fewer than two points.
 */
export const pricePath = (points: readonly PricePoint[], width: number, height: number): string | null => {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const prices = points.map(({ price }) => price);
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low;
  const time = Math.max(1, last.time - first.time);
  const at = (point: PricePoint) => ({
    x: round(((point.time - first.time) / time) * width),
    y: round(span === 0 ? height / 2 : height - ((point.price - low) / span) * height),
  });
  const start = at(first);
  return points.slice(1).reduce((path, point) => {
    const { x, y } = at(point);
    return `${path}H${x}V${y}`;
  }, `M${start.x},${start.y}`);
};

const round = (value: number): number => Math.round(value * 100) / 100;
