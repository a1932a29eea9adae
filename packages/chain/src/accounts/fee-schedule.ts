import type { FeeSchedule } from "@tribe/domain/money";
import type { Factory } from "../generated/index.ts";

type Rates = Pick<
  Factory,
  | "creatorBuyFee"
  | "creatorSellFee"
  | "platformBuyFee"
  | "platformSellFee"
  | "referralFee"
  | "affiliateFee"
  | "discountFee"
>;

/** The program's seven rates, in basis points of a trade's value, under the domain's names. */
export const feeSchedule = (rates: Rates): FeeSchedule => ({
  creatorBuyBps: rates.creatorBuyFee,
  creatorSellBps: rates.creatorSellFee,
  platformBuyBps: rates.platformBuyFee,
  platformSellBps: rates.platformSellFee,
  referralBps: rates.referralFee,
  affiliateBps: rates.affiliateFee,
  discountBps: rates.discountFee,
});

/** The seven announced rates. */
export const announcedRates = (factory: Factory): Rates => ({
  creatorBuyFee: factory.announcedCreatorBuyFee,
  creatorSellFee: factory.announcedCreatorSellFee,
  platformBuyFee: factory.announcedPlatformBuyFee,
  platformSellFee: factory.announcedPlatformSellFee,
  referralFee: factory.announcedReferralFee,
  affiliateFee: factory.announcedAffiliateFee,
  discountFee: factory.announcedDiscountFee,
});
