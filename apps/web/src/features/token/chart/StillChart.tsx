import type { Candle } from "@tribe/domain";
import { stillPath } from "./still-path.ts";

const width = 600;
const height = 300;

/** The price as a plain line, until somebody wants the chart itself. Screen readers have the summary and the table. */
export const StillChart = ({ candles }: { candles: readonly Candle[] }) => {
  const path = stillPath(candles, width, height);
  return path ? (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="size-full border-b border-line text-ember"
    >
      <path d={`${path}V${height}H0Z`} fill="currentColor" opacity="0.12" />
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  ) : null;
};
