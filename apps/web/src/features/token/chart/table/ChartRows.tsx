import type { Candle } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";
import { exactTime } from "../../../../shared/time/clock.ts";
import type { ChartChoice } from "../chart-choice.ts";

const maxRows = 100;
const whenIs = (candle: Candle) => new Date(candle.time * 1_000);

/** The candles of a chart that had trades, newest first. */
export const ChartRows = ({ candles, of }: { candles: readonly Candle[]; of: ChartChoice["of"] }) => {
  const rows = candles
    .filter(({ trades }) => trades > 0)
    .slice(-maxRows)
    .reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section aria-label="Prices as a table" tabIndex={0} className="max-h-72 overflow-auto">
      <table className="w-full text-right text-xs tabular-nums">
        <caption className="sr-only">
          {of === "price" ? "Prices" : "Market caps"} in SOL, newest first. Times without trades are left out.
        </caption>
        <thead className="text-muted">
          <tr>
            {["Time", "Open", "High", "Low", "Close", "Volume"].map((name) => (
              <th key={name} scope="col" className="px-2 py-1 font-medium first:pl-0 first:text-left last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((candle) => (
            <tr key={candle.time} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal whitespace-nowrap">
                <time dateTime={whenIs(candle).toISOString()}>{exactTime(candle.time * 1_000)}</time>
              </th>
              {[candle.open, candle.high, candle.low, candle.close, candle.volume].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: five columns that never move
                <td key={index} className="px-2 py-1 whitespace-nowrap last:pr-0">
                  {formatAmount(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
