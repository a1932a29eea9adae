import type { Address } from "@tribe/contract";
import { noFlags, type TradeFlags } from "./fees.ts";

/** What decides a person's fees. */
export interface TermsInput {
  readonly address: Address | null;
  readonly inviterAddress: Address | null;
  readonly isAffiliate: boolean;
  readonly isDiscount: boolean;
}

/**
 * The flags of a person's trade, as the server sets them: a referral needs an inviter other than the trader.
 * @returns null for an affiliate's buy without one, which is refused (spec section 5). A sell is never: it then pays no
 * referral.
 */
export const tradeFlagsOf = (side: "buy" | "sell", person: TermsInput): TradeFlags | null => {
  const { address, inviterAddress, isAffiliate, isDiscount } = person;
  const referral = inviterAddress !== null && inviterAddress !== address;
  if (referral) return { referral, affiliate: isAffiliate, discount: isDiscount };
  return isAffiliate && side === "buy" ? null : { ...noFlags, discount: isDiscount };
};
