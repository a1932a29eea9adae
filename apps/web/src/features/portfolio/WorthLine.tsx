import { classes } from "@tribe/ui";
import { linePoints } from "../../shared/tokens/day-line.ts";
import { heightsOf } from "./worth.ts";

const [width, height] = [280, 88];

/** The values of the last 24 hours as a line. Hidden from screen readers, which read the change beside it. */
export const WorthLine = ({ worths }: { worths: readonly bigint[] }) => {
  const points = linePoints(heightsOf(worths), width, height);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const [from, to] = [worths[0] ?? 0n, worths.at(-1) ?? 0n];
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinejoin="round"
      className={classes("w-full overflow-visible", to > from ? "text-up" : to < from ? "text-down" : "text-muted")}
    >
      <linearGradient id="worth-light" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0%" stopColor="currentColor" stopOpacity="0.24" />
        <stop offset="100%" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
      {[2, height / 2, height - 2].map((y) => (
        <path key={y} d={`M0 ${y}H${width}`} strokeWidth={1} className="stroke-line" />
      ))}
      <path d={`M${line}L${last[0]} ${height - 2}L${first[0]} ${height - 2}Z`} fill="url(#worth-light)" stroke="none" />
      <path d={`M${line}`} />
      <circle cx={last[0]} cy={last[1]} r={8} fill="currentColor" stroke="none" opacity={0.25} />
      <circle cx={last[0]} cy={last[1]} r={4} fill="currentColor" stroke="none" />
    </svg>
  );
};
