import type { AnswerOf, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { shortSol } from "./listing/listed-figures.ts";

/** Something that somebody did, as all may see it. */
export type Activity = AnswerOf<typeof routes.market.activity>["activities"][number];

/** What somebody did, after their name. What a trade was worth is told without its fees, which are the trader's own, and says so. */
export const activityWords = ({ kind, tribe, amount, value }: Activity): string => {
  // In one piece: an amount and its unit stay on one line.
  const trade = `${formatAmount(amount ?? 0n)}\u00a0${tribe.symbol} for ${shortSol(value ?? 0n)}\u00a0SOL before\u00a0fees`;
  switch (kind) {
    case "buy":
      return `bought ${trade}`;
    case "sell":
      return `sold ${trade}`;
    case "create":
      return `created ${isolated(tribe.name)}`;
    case "seated":
      return `took a seat in ${isolated(tribe.name)}`;
    case "out":
      return `is out of ${isolated(tribe.name)}`;
  }
};
