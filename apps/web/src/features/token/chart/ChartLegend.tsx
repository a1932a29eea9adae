import { type Candle, type CandleSummary, type ChartWindow, formatAmount } from "@tribe/domain";

const spans: Record<ChartWindow, string> = {
  "1h": "in the last hour",
  "4h": "in the last 4 hours",
  "1d": "in the last day",
  "1w": "in the last week",
  all: "since the beginning",
};

/** What the chart tells, in a sentence. */
export const inWords = (summary: CandleSummary | null, window: ChartWindow): string => {
  if (!summary) return `No trade ${spans[window]}.`;
  const { open, close, high, low, volume, trades } = summary;
  const way = close > open ? "rose" : close < open ? "fell" : "stayed";
  const moved =
    way === "stayed" ? `at ${formatAmount(close)} SOL` : `from ${formatAmount(open)} to ${formatAmount(close)} SOL`;
  const count = trades === 1 ? "1 trade" : `${trades} trades`;
  const extremes = `highest ${formatAmount(high)}, lowest ${formatAmount(low)}`;
  return `The price ${way} ${moved} ${spans[window]}: ${extremes}, ${formatAmount(volume)} SOL in ${count}.`;
};

/** The figures of the candle under the pointer, else of all that the window shows. */
export const ChartLegend = ({ shown }: { shown: Candle | CandleSummary | null }) => (
  <p aria-hidden className="flex h-5 min-w-0 gap-x-3 overflow-hidden text-xs text-muted tabular-nums">
    {shown ? (
      <>
        <Figure name="Open" value={shown.open} isExtra />
        <Figure name="High" value={shown.high} />
        <Figure name="Low" value={shown.low} />
        <Figure name="Close" value={shown.close} isExtra />
        <Figure name="Volume" value={shown.volume} />
      </>
    ) : null}
  </p>
);

/** `isExtra`: left out where there is no room for it. */
const Figure = ({ name, value, isExtra = false }: { name: string; value: bigint; isExtra?: boolean }) => (
  <span className={isExtra ? "hidden whitespace-nowrap sm:inline" : "whitespace-nowrap"}>
    {name} <span className="text-text">{formatAmount(value)}</span>
  </span>
);
