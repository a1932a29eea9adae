import { classes } from "@tribe/ui";
import { memo } from "react";
import { linePoints } from "../tokens/day-line.ts";

const height = 28;

interface SparklineProps {
  readonly heights: readonly number[] | null;
  readonly width: number;
  readonly direction: "up" | "down" | "none";
}

const looks = { up: "text-up", down: "text-down", none: "text-muted" } as const;

/**
 * The last day's price as a line; the change beside it says it in words. Level and dashed without trades, nothing while unknown.
 */
export const Sparkline = memo(({ heights, width, direction }: SparklineProps) => {
  if (heights === null) return <span />;
  const points = linePoints(heights, width, height);
  const [endX, endY] = points.at(-1) ?? [0, 0];
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      className={classes("h-7 w-full", looks[direction])}
    >
      {points.length < 2 ? (
        <path d={`M2 ${height / 2}H${width - 2}`} strokeDasharray="2 4" className="text-line-strong" />
      ) : (
        <>
          <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
          <circle cx={endX} cy={endY} r={2} fill="currentColor" stroke="none" />
        </>
      )}
    </svg>
  );
});
Sparkline.displayName = "Sparkline";
