import type { AnswerOf, routes } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { shortSol } from "./listing/listed-figures.ts";

/** Something that somebody did, as all may see it. */
export type Activity = AnswerOf<typeof routes.market.activity>["activities"][number];

/** What somebody did, after their name, and the SOL that went in or out. */
export const activityWords = ({ kind, tribe, amount, value }: Activity): { did: string; amount: string | null } => {
  // In one piece: an amount and its unit stay on one line.
  const tokens = `${formatAmount(amount ?? 0n)}\u00a0${tribe.symbol}`;
  switch (kind) {
    case "buy":
      return { did: `bought ${tokens}`, amount: `+${shortSol(value ?? 0n)}` };
    case "sell":
      return { did: `sold ${tokens}`, amount: `−${shortSol(value ?? 0n)}` };
    case "create":
      return { did: `created ${isolated(tribe.name)}`, amount: null };
    case "seated":
      return { did: `took a seat in ${isolated(tribe.name)}`, amount: null };
    case "out":
      return { did: `is out of ${isolated(tribe.name)}`, amount: null };
  }
};
