import { type AnswerOf, lamports, type routes } from "@tribe/contract";
import type { TokenRow } from "../../indexer/index.ts";
import type { referrers } from "../../indexer/schema.ts";
import type { Payouts } from "./payouts.ts";

type Side = AnswerOf<typeof routes.earnings.list>["creator"];

const nothing: Side = { earned: lamports(0n), paid: lamports(0n), accrued: lamports(0n), trades: 0 };

/**
 * What the Chief of these tokens has earned, was paid and can still collect; the rest of the fees on chain is the platform's.
 */
export const creatorSums = (
  own: readonly Pick<TokenRow, "creatorEarned" | "creatorTrades">[],
  payouts: Payouts,
): Side => {
  const earned = own.reduce((sum, { creatorEarned }) => sum + creatorEarned, 0n);
  const paid = [...payouts.values()].reduce((sum, payout) => sum + payout.paid, 0n);
  return {
    earned: lamports(earned),
    paid: lamports(paid),
    accrued: lamports(earned - paid),
    trades: own.reduce((sum, { creatorTrades }) => sum + creatorTrades, 0),
  };
};

/** What an inviter has earned: paid within each trade, so that nothing is left to collect. */
export const referralSums = (row: typeof referrers.$inferSelect | null): Side =>
  row ? { earned: row.earned, paid: row.earned, accrued: lamports(0n), trades: row.trades } : nothing;
