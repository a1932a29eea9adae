import { formatAmount, formatCost } from "../../../money/index.ts";
import { formatImpact } from "../../../trading/index.ts";

/** A trade that moves the price far. `cost`: lamports, fees included; `today`: what the bought tokens are worth at today's price. */
export type CostlyTrade =
  | { readonly side: "buy"; readonly cost: bigint; readonly today: bigint }
  | { readonly side: "sell"; readonly impactBps: number };

const smaller = "A smaller amount moves it less.";

/** What such a trade means, before it is confirmed: 'You'd pay 13 times today's price'. */
export const impactText = (trade: CostlyTrade): { readonly title: string; readonly detail: string } => {
  if (trade.side === "sell")
    return { title: `This sale moves the price by ${formatImpact(trade.impactBps)}`, detail: smaller };
  const { cost, today } = trade;
  return {
    title: `You'd pay ${comparedTo(cost, today)}`,
    detail: `${formatCost(cost)} SOL for what is worth ${formatAmount(today)} at that price. ${smaller}`,
  };
};

/** From twice on in whole times, cut; below in percent, rounded up. */
const comparedTo = (cost: bigint, today: bigint): string => {
  if (today === 0n) return "many times today's price";
  const times = cost / today;
  return times >= 2n
    ? `${times.toLocaleString("en")} times today's price`
    : `${((cost - today) * 100n + today - 1n) / today}% more than today's price`;
};
