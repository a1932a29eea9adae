import { formatBps } from "../money/index.ts";

/** From here on the price impact is red. Basis points. */
const warnsFrom = 500;
/** From here on Next asks once more. */
const asksFrom = 1_500;
/** Beyond so many percent nobody compares figures: it is said that it is more. */
const mostPercent = 1_000;

/** How a price impact is met: said, said in red, or asked about once more. */
export const impactLevel = (bps: number | null): "fine" | "high" | "extreme" =>
  bps === null || bps < warnsFrom ? "fine" : bps < asksFrom ? "high" : "extreme";

const figureOf = (bps: number, more: string): string => {
  const percent = Math.ceil(bps / 100);
  if (percent < 100) return formatBps(bps);
  return percent < mostPercent ? `${percent}%` : `${percent > mostPercent ? more : ""}1,000%`;
};

/** A price impact as a figure: "4.99%", from 100 % on whole percents rounded up, and "> 1,000%" for all beyond. */
export const formatImpact = (bps: number): string => figureOf(bps, "> ");

/**
 * What is said before a trade that moves the price so far is gone on with. A seller can't lose more than everything, so that
 * what is beyond 100 % is a buyer's.
 */
export const impactWarning = (bps: number): string => {
  const worse =
    Math.ceil(bps / 100) > mostPercent
      ? "you'd pay more than ten times the price you see"
      : "each token is that much worse than the price you see";
  return `This trade moves the price by ${figureOf(bps, "more than ")}: ${worse}. A smaller amount moves it less. Press again if you want it all the same.`;
};
