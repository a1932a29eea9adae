import { formatBps } from "../money/index.ts";

/** The price impact from which on it is shown in red. Basis points. */
const warnsFrom = 500;
/** The price impact from which on a red box says what it costs, before anything is pressed. Basis points. */
const alarmsFrom = 1_500;
/** Above this many percent the exact figure does not matter: the text says "more than". */
const mostPercent = 1_000;

/** How a price impact is presented: normal, in red, or with a box of its own. */
export const impactLevel = (bps: number | null): "fine" | "high" | "extreme" =>
  bps === null || bps < warnsFrom ? "fine" : bps < alarmsFrom ? "high" : "extreme";

const figureOf = (bps: number, more: string): string => {
  const percent = Math.ceil(bps / 100);
  if (percent < 100) return formatBps(bps);
  return percent < mostPercent ? `${percent}%` : `${percent > mostPercent ? more : ""}1,000%`;
};

/** Formats a price impact: "4.99%", from 100 % on in whole percent rounded up, and "> 1,000%" above that. */
export const formatImpact = (bps: number): string => figureOf(bps, "> ");
