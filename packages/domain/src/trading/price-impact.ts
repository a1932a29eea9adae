import { formatBps } from "../money/index.ts";

/** The price impact from which on it is shown in red. Basis points. */
const warnsFrom = 500;
/** The price impact from which on Next asks for another confirmation. Basis points. */
const asksFrom = 1_500;
/** Above this many percent the exact figure does not matter: the text says "more than". */
const mostPercent = 1_000;

/** How a price impact is presented: normal, in red, or with another confirmation. */
export const impactLevel = (bps: number | null): "fine" | "high" | "extreme" =>
  bps === null || bps < warnsFrom ? "fine" : bps < asksFrom ? "high" : "extreme";

const figureOf = (bps: number, more: string): string => {
  const percent = Math.ceil(bps / 100);
  if (percent < 100) return formatBps(bps);
  return percent < mostPercent ? `${percent}%` : `${percent > mostPercent ? more : ""}1,000%`;
};

/** Formats a price impact: "4.99%", from 100 % on in whole percent rounded up, and "> 1,000%" above that. */
export const formatImpact = (bps: number): string => figureOf(bps, "> ");

/**
 * The warning before a trade with this price impact continues. A seller cannot lose more than 100 %, so a higher value is a
 * buyer's.
 */
export const impactWarning = (bps: number): string => {
  const worse =
    Math.ceil(bps / 100) > mostPercent
      ? "you'd pay more than ten times the price you see"
      : "each token is that much worse than the price you see";
  return `This trade moves the price by ${figureOf(bps, "more than ")}: ${worse}. A smaller amount moves it less. Press again if you want it all the same.`;
};
