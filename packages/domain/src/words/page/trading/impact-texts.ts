import { formatAmount, formatCost } from "../../../money/index.ts";
import { formatImpact } from "../../../trading/index.ts";

/** A trade that moves the price far. Lamports. */
export type CostlyTrade =
  | {
      readonly side: "buy";
      /** Fees included. */
      readonly cost: bigint;
      /** What the bought tokens cost at today's price. */
      readonly today: bigint;
      /** What they bring if they are sold right away; null where they can't be. */
      readonly resale: bigint | null;
    }
  | { readonly side: "sell"; readonly impactBps: number };

const smaller = "A smaller amount moves it less.";

/** What such a trade means, before it is confirmed: 'You'd pay 13 times today's price'. */
export const impactText = (trade: CostlyTrade): { readonly title: string; readonly detail: string } => {
  if (trade.side === "sell")
    return { title: `This sale moves the price by ${formatImpact(trade.impactBps)}`, detail: smaller };
  const { cost, today, resale } = trade;
  const worth = resale === null ? "" : ` for what is worth ${formatAmount(resale)} if you sold it right away`;
  return { title: `You'd pay ${comparedTo(cost, today)}`, detail: `${formatCost(cost)} SOL${worth}. ${smaller}` };
};

/** From twice on in whole times, cut; below in percent, rounded up. */
const comparedTo = (cost: bigint, today: bigint): string => {
  if (today === 0n) return "many times today's price";
  const times = cost / today;
  return times >= 2n
    ? `${times.toLocaleString("en")} times today's price`
    : `${((cost - today) * 100n + today - 1n) / today}% more than today's price`;
};
