import type { Candle } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";
import { shortTime } from "./chart-words.ts";
import { stillLine } from "./still-line.ts";

const width = 600;
const height = 300;

/** The price as a plain line with its scale, until the chart itself is there. Screen readers have the summary and the table. */
export const StillChart = ({ candles }: { candles: readonly Candle[] }) => {
  const line = stillLine(candles, width, height);
  const first = candles[0];
  const last = candles.at(-1);
  if (!line || !first || !last) return null;
  const seconds = last.time - first.time;
  return (
    <div aria-hidden className="flex h-full flex-col text-xs text-muted tabular-nums">
      <div className="flex min-h-0 flex-1 gap-2 border-b border-line">
        <svg
          aria-hidden
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-full min-w-0 flex-1 text-ember-text"
        >
          <path d={`${line.path}V${height}H0Z`} fill="currentColor" opacity="0.12" />
          <path d={line.path} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        </svg>
        <div className="relative w-18 shrink-0">
          {line.marks.map(({ price, down }, index) => (
            <span
              key={price}
              className={`absolute left-0 -translate-y-1/2 whitespace-nowrap ${index === 0 ? "font-medium text-text" : ""}`}
              style={{ top: `${down * 100}%` }}
            >
              {formatAmount(price, { significant: 4 })}
            </span>
          ))}
        </div>
      </div>
      <p className="flex justify-between pt-1 pr-20">
        <span>{shortTime(first.time, seconds)}</span>
        <span>{shortTime(last.time, seconds)}</span>
      </p>
    </div>
  );
};
