import type { Address } from "@tribe/contract";
import { noFlags, type TradeFlags } from "../money/fees.ts";

/** The facts that decide a person's fees. */
export interface TermsInput {
  readonly address: Address | null;
  readonly inviterAddress: Address | null;
  readonly isAffiliate: boolean;
  readonly isDiscount: boolean;
}

/** The fees of a person's trade, and their recipient. */
export interface TradeTerms {
  readonly flags: TradeFlags;
  /** The trader's inviter; set exactly with the referral flag. */
  readonly referrer: Address | null;
}

/**
 * The terms of a person's trade, for dialog and server: a referral needs an inviter other than the trader, because the program
 * refuses a trader as their own referrer.
 * @returns null for an affiliate's buy without a referral, which is refused. A sell is never refused for this, so that
 * everybody can leave; it then pays no referral.
 */
export const tradeTerms = (side: "buy" | "sell", person: TermsInput): TradeTerms | null => {
  const { address, inviterAddress, isAffiliate, isDiscount } = person;
  const referrer = inviterAddress === address ? null : inviterAddress;
  if (referrer) return { flags: { referral: true, affiliate: isAffiliate, discount: isDiscount }, referrer };
  if (isAffiliate && side === "buy") return null;
  return { flags: { ...noFlags, discount: isDiscount }, referrer };
};
