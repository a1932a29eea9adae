import { type Address, type Lamports, lamports } from "@tribe/contract";
import type { TradeRow } from "./ledger.ts";

/** What an inviter earned by trades. */
export interface ReferralSum {
  readonly address: Address;
  readonly earned: Lamports;
  readonly trades: number;
}

/** What inviters earned by these trades, in the order in which everybody writes their sums. */
export const referralSums = (trades: readonly Pick<TradeRow, "referrer" | "referralFee">[]): ReferralSum[] => {
  const sums = new Map<Address, { readonly earned: bigint; readonly trades: number }>();
  for (const { referrer, referralFee } of trades) {
    if (referrer === null || referralFee === 0n) continue;
    const { earned, trades: count } = sums.get(referrer) ?? { earned: 0n, trades: 0 };
    sums.set(referrer, { earned: earned + referralFee, trades: count + 1 });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, { earned, trades: count }]) => ({ address, earned: lamports(earned), trades: count }));
};
