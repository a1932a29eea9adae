import type { Candle, CandleSummary } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";

/** The figures of the candle under the pointer, or of the whole window. Those that don't fit wrap to a clipped second line. */
export const ChartLegend = ({ shown, hasOwn }: { shown: Candle | CandleSummary | null; hasOwn: boolean }) => (
  <p aria-hidden className="flex h-lh min-w-0 flex-wrap gap-x-3 overflow-hidden text-xs text-muted tabular-nums">
    {shown ? (
      <>
        <Figure name="Open" value={shown.open} isExtra />
        <Figure name="High" value={shown.high} />
        <Figure name="Low" value={shown.low} />
        <Figure name="Close" value={shown.close} isExtra />
        <Figure name="Volume" value={shown.volume} />
        {hasOwn ? (
          <span className="hidden items-center gap-1 whitespace-nowrap @md:flex">
            <span className="size-2 rounded-full bg-ember" />
            Your trades
          </span>
        ) : null}
      </>
    ) : null}
  </p>
);

/** `isExtra`: hidden on narrow screens. */
const Figure = ({ name, value, isExtra = false }: { name: string; value: bigint; isExtra?: boolean }) => (
  <span className={isExtra ? "hidden whitespace-nowrap @lg:inline" : "whitespace-nowrap"}>
    {name} <span className="text-text">{formatAmount(value)}</span>
  </span>
);
