import type { Candle } from "@tribe/domain";

/** Parts of the height that the interactive chart leaves free above and below its prices. */
const margins = { top: 0.08, bottom: 0.24 } as const;

/**
 * An SVG path through the closing prices, in a box of `width` × `height`, one step for each candle. A price that never
 * moved is a line in the middle. Null without a candle.
 */
export const stillPath = (candles: readonly Candle[], width: number, height: number): string | null => {
  const first = candles[0];
  if (!first) return null;
  // To be drawn only: lamports per token stay far below 2⁵³.
  const closes = [first.open, ...candles.map(({ close }) => close)].map(Number);
  const low = Math.min(...closes);
  const span = Math.max(...closes) - low;
  const room = height * (1 - margins.top - margins.bottom);
  const step = width / candles.length;
  const points = closes.map((close, index) => {
    const share = span === 0 ? 0.5 : (close - low) / span;
    return `${round(index * step)},${round(height * margins.top + room * (1 - share))}`;
  });
  return `M${points.join("L")}`;
};

const round = (value: number): number => Math.round(value * 100) / 100;
