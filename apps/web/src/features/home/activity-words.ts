import type { AnswerOf, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { shortSol } from "./listing/listed-figures.ts";

/** A public activity of a person. */
export type Activity = AnswerOf<typeof routes.market.activity>["activities"][number];

/** An activity in words that follow the person's name. A trade's value is stated before fees, which differ between traders. */
export const activityWords = ({ kind, tribe, amount, value }: Activity): string => {
  // Non-breaking spaces keep an amount and its unit on one line.
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
