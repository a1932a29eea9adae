import type { Candle } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";
import { memo } from "react";
import type { ChartKind } from "./chart-choice.ts";
import { shortTime } from "./chart-words.ts";
import type { OwnMark } from "./own-marks.ts";
import { stillPicture } from "./still-line.ts";
import { isFilled, rangeOf, type View } from "./view.ts";

const width = 600;
const height = 300;

interface StaticChartProps {
  readonly candles: readonly Candle[];
  readonly view: View;
  readonly kind: ChartKind;
  readonly own: readonly OwnMark[];
  /** Whether the price fell in the shown range. */
  readonly isFalling: boolean;
}

/** A static picture of the chart until the interactive one is loaded. Screen readers have the summary and the table. */
export const StaticChart = memo(({ candles, view, kind, own, isFalling }: StaticChartProps) => {
  const picture = stillPicture(candles, rangeOf(candles, view), { kind, own, width, height });
  const last = candles.at(-1);
  const first = candles.find(({ time }) => time >= view.from) ?? candles[0];
  if (!picture || !first || !last) return null;
  const seconds = last.time - first.time;
  const way = isFalling ? "text-down" : "text-up";
  return (
    <div aria-hidden className="flex h-full flex-col text-xs text-muted tabular-nums">
      <div className="flex min-h-0 flex-1">
        <div className="relative min-w-0 flex-1">
          {picture.scale.map(({ price, down }) => (
            <span key={price} className="absolute inset-x-0 border-t border-line" style={{ top: `${down * 100}%` }} />
          ))}
          <svg
            aria-hidden
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className={`absolute inset-0 size-full overflow-hidden ${way}`}
          >
            {kind === "line" ? (
              <>
                {isFilled(candles) ? (
                  <path d={`${picture.path}V${height}H${picture.from}Z`} fill="currentColor" opacity="0.12" />
                ) : null}
                <path
                  d={picture.path}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  vectorEffect="non-scaling-stroke"
                />
              </>
            ) : (
              picture.bars.map(({ x, width: across, open, close, high, low, isUp }) => (
                <g key={x} className={isUp ? "text-up" : "text-down"} stroke="currentColor">
                  <path d={`M${x},${high}V${low}`} vectorEffect="non-scaling-stroke" />
                  <rect
                    x={x - across / 2}
                    y={Math.min(open, close)}
                    width={across}
                    height={Math.max(Math.abs(open - close), 1)}
                    className={isUp ? "fill-bg" : "fill-down"}
                    vectorEffect="non-scaling-stroke"
                  />
                </g>
              ))
            )}
          </svg>
          {picture.own.map(({ side, across, down }) => (
            <span
              key={`${side} ${across}`}
              className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-bg bg-ember"
              style={{ left: `${across * 100}%`, top: `${down * 100}%` }}
            />
          ))}
        </div>
        <div className="relative w-[6em] shrink-0">
          {picture.scale.map(({ price, down }) => (
            <span
              key={price}
              className="absolute left-1.5 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${down * 100}%` }}
            >
              {formatAmount(price, { significant: 4 })}
            </span>
          ))}
          <span
            className={`absolute left-0 -translate-y-1/2 rounded-[2px] px-1.5 py-0.5 font-medium whitespace-nowrap text-bg ${isFalling ? "bg-down" : "bg-up"}`}
            style={{ top: `${picture.last.down * 100}%` }}
          >
            {formatAmount(picture.last.price, { significant: 4 })}
          </span>
        </div>
      </div>
      <p className="flex min-h-7 items-center justify-between pr-[6.6em]">
        <span>{shortTime(first.time, seconds)}</span>
        <span>{shortTime(last.time, seconds)}</span>
      </p>
    </div>
  );
});
