import type { Lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";

/** Parts of the height that the interactive chart leaves free above and below its prices. */
const margins = { top: 0.08, bottom: 0.24 } as const;
/** Parts of the height that two prices must lie apart for both to be read. */
const apart = 0.1;

/** A price beside the line, and how far down it stands: 0 is the top, 1 the bottom. */
export interface PriceMark {
  readonly price: Lamports;
  readonly down: number;
}

/** A line through the closing prices, and the prices to write beside it: the last one first, then the extremes. */
export interface StillLine {
  /** An SVG path in a box of the asked size, one step for each candle. */
  readonly path: string;
  readonly marks: readonly PriceMark[];
}

/** The line in a box of `width` × `height`. A price that never moved is a line in the middle. Null without a candle. */
export const stillLine = (candles: readonly Candle[], width: number, height: number): StillLine | null => {
  const first = candles[0];
  const last = candles.at(-1);
  if (!first || !last) return null;
  const prices = [first.open, ...candles.map(({ close }) => close)];
  const byPrice = prices.toSorted((one, other) => Number(one - other));
  const lowest = byPrice[0] ?? first.open;
  const highest = byPrice.at(-1) ?? first.open;
  // To be drawn only: lamports per token stay far below 2⁵³.
  const span = Number(highest - lowest);
  const down = (price: Lamports): number => {
    const share = span === 0 ? 0.5 : Number(price - lowest) / span;
    return margins.top + (1 - margins.top - margins.bottom) * (1 - share);
  };
  const step = width / candles.length;
  const points = prices.map((price, index) => `${round(index * step)},${round(height * down(price))}`);
  const marks: PriceMark[] = [];
  for (const price of [last.close, highest, lowest]) {
    const mark = { price, down: round(down(price)) };
    if (marks.every((other) => Math.abs(other.down - mark.down) >= apart)) marks.push(mark);
  }
  return { path: `M${points.join("L")}`, marks };
};

const round = (value: number): number => Math.round(value * 100) / 100;
