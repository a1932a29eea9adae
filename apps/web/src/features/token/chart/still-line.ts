import { type Lamports, lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";
import type { ChartKind } from "./chart-choice.ts";
import type { OwnMark } from "./own-marks.ts";

/** Fractions of the height that the interactive chart leaves free above and below its prices. */
const margins = { top: 0.08, bottom: 0.24 } as const;
/** The smallest readable distance between two labels, as a fraction of the height. */
const apart = 0.09;
/** At most this many steps, so that at least three prices are named: the last one's label takes the place of another. */
const ticks = 6;

/** A price label beside the chart, and its height: 0 is the top, 1 the bottom. */
export interface PriceMark {
  readonly price: Lamports;
  readonly down: number;
}

/** A candle's body and wick, in the box's coordinates. */
export interface StillBar {
  readonly x: number;
  readonly width: number;
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly isUp: boolean;
}

/** The shapes of the static chart, the same as the interactive one will draw. */
export interface StillPicture {
  /** An SVG path through the closing prices in a box of the requested size, and its first and last x. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** The candles; empty for a line. */
  readonly bars: readonly StillBar[];
  readonly last: PriceMark;
  /** Labels of round prices, without any that overlaps the last price's. */
  readonly scale: readonly PriceMark[];
  /** The person's own trades, positioned in fractions of the box. */
  readonly own: readonly { readonly side: OwnMark["side"]; readonly across: number; readonly down: number }[];
}

/** Round prices between two others, with equal steps. */
const roundPrices = (lowest: number, highest: number): number[] => {
  const span = highest - lowest;
  if (span <= 0) return [];
  const rough = span / ticks;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 2.5, 5, 10].find((each) => each * size >= rough) ?? 10);
  const first = Math.ceil(lowest / step);
  return Array.from({ length: Math.floor(highest / step) - first + 1 }, (_, index) =>
    Math.round((first + index) * step),
  );
};

/**
 * The candles in a box of `width` × `height`, at the same positions as in the interactive chart. A constant price is a line in
 * the middle. Null without a candle.
 * @param range positions in the list of candles at the left and the right edge, as returned by `rangeOf`
 */
export const stillPicture = (
  candles: readonly Candle[],
  range: { readonly from: number; readonly to: number },
  { kind, own, width, height }: { kind: ChartKind; own: readonly OwnMark[]; width: number; height: number },
): StillPicture | null => {
  const newest = candles.at(-1);
  const seen = candles.map((candle, index) => ({ candle, index })).filter(({ index }) => index >= range.from - 1);
  const first = seen[0];
  const last = seen.at(-1);
  if (!newest || !first || !last) return null;
  // Numbers are exact enough for drawing: lamports per token are far below 2⁵³, and rounding a market cap moves no pixel.
  const levels = seen.flatMap(({ candle }) =>
    kind === "line" ? [Number(candle.close)] : [Number(candle.low), Number(candle.high)],
  );
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  const share = (price: number): number => {
    const part = highest === lowest ? 0.5 : (price - lowest) / (highest - lowest);
    return margins.top + (1 - margins.top - margins.bottom) * (1 - part);
  };
  const step = width / (range.to - range.from);
  const across = (index: number): number => round((index - range.from) * step);
  const down = (price: Lamports): number => round(height * share(Number(price)));
  const points = seen.map(({ candle, index }) => `${across(index)},${down(candle.close)}`);
  const mark: PriceMark = { price: newest.close, down: round(share(Number(newest.close))) };
  return {
    path: `M${points.join("L")}`,
    from: across(first.index),
    to: across(last.index),
    bars:
      kind === "line"
        ? []
        : seen.map(({ candle, index }) => ({
            x: across(index),
            width: round(step * 0.7),
            open: down(candle.open),
            close: down(candle.close),
            high: down(candle.high),
            low: down(candle.low),
            isUp: candle.close >= candle.open,
          })),
    last: mark,
    scale: roundPrices(lowest, highest)
      .map((price) => ({ price: lamports(BigInt(price)), down: round(share(price)) }))
      .filter((each) => Math.abs(each.down - mark.down) >= apart),
    own: own.flatMap(({ time, side }) => {
      const found = seen.find(({ candle }) => candle.time === time);
      return found ? [{ side, across: across(found.index) / width, down: share(Number(found.candle.close)) }] : [];
    }),
  };
};

const round = (value: number): number => Math.round(value * 100) / 100;
