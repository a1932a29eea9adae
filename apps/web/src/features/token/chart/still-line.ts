import { type Lamports, lamports } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";
import type { ChartKind } from "./chart-choice.ts";
import type { OwnMark } from "./own-marks.ts";

/** Parts of the height that the interactive chart leaves free above and below its prices. */
const margins = { top: 0.08, bottom: 0.24 } as const;
/** Parts of the height that two labels must lie apart for both to be read. */
const apart = 0.09;
/** About as many lines as the interactive chart draws. */
const ticks = 4;

/** A price beside the picture, and how far down it stands: 0 is the top, 1 the bottom. */
export interface PriceMark {
  readonly price: Lamports;
  readonly down: number;
}

/** A candle's body and wick, in the box. */
export interface StillBar {
  readonly x: number;
  readonly width: number;
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly isUp: boolean;
}

/** The static version of what the interactive chart will draw. */
export interface StillPicture {
  /** An SVG path through the closing prices in a box of the asked size, and where it begins and ends across. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Empty for a line. */
  readonly bars: readonly StillBar[];
  readonly last: PriceMark;
  /** Round prices, none over the last one. */
  readonly scale: readonly PriceMark[];
  /** Own trades, in parts of the box. */
  readonly own: readonly { readonly side: OwnMark["side"]; readonly across: number; readonly down: number }[];
}

/** Prices between two, one round step apart. */
const roundPrices = (lowest: number, highest: number): number[] => {
  const span = highest - lowest;
  if (span <= 0) return [];
  const rough = span / ticks;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5, 10].find((each) => each * size >= rough) ?? 10);
  const first = Math.ceil(lowest / step);
  return Array.from({ length: Math.floor(highest / step) - first + 1 }, (_, index) =>
    Math.round((first + index) * step),
  );
};

/**
 * The candles in a box of `width` × `height`, where the interactive chart will draw them. A price that never moved is a
 * line in the middle. Null without a candle.
 * @param range places in the list of candles at the left and at the right edge, as `rangeOf` has them
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
  // To be drawn only: lamports per token stay far below 2⁵³, and what a number rounds away of a market cap is no pixel.
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
