import { type Lamports, lamports } from "@tribe/contract";
import { divideDown } from "./integers.ts";

/** The factory's fees in basis points of a trade's value, in the shape of a token's profile. */
export interface FeeSchedule {
  readonly creatorBuyBps: number;
  readonly creatorSellBps: number;
  readonly platformBuyBps: number;
  readonly platformSellBps: number;
  readonly referralBps: number;
  readonly affiliateBps: number;
  readonly discountBps: number;
}

/** Conditions that change a trade's fees. `affiliate` needs `referral`. */
export interface TradeFlags {
  readonly referral: boolean;
  readonly affiliate: boolean;
  readonly discount: boolean;
}

/** Full fees, as for a plain sell without the admin's signature. */
export const noFlags: TradeFlags = { referral: false, affiliate: false, discount: false };

/** Whether the program accepts these flags: an affiliate is always a referral. */
export const areFlagsValid = (flags: TradeFlags): boolean => flags.referral || !flags.affiliate;

/** The instruction's byte: bit 0 referral, bit 1 affiliate, bit 2 discount. */
export const flagsToByte = (flags: TradeFlags): number =>
  (flags.referral ? 1 : 0) | (flags.affiliate ? 2 : 0) | (flags.discount ? 4 : 0);

/** Reads the instruction's byte. @returns null for unknown bits or an affiliate without a referral. */
export const flagsFromByte = (byte: number): TradeFlags | null => {
  if (!Number.isInteger(byte) || byte < 0 || byte > 7) return null;
  const flags = { referral: (byte & 1) !== 0, affiliate: (byte & 2) !== 0, discount: (byte & 4) !== 0 };
  return areFlagsValid(flags) ? flags : null;
};

/** The rates of one trade; referral and discount are already deducted from the platform's share. */
export interface FeeRates {
  readonly creatorBps: number;
  readonly platformBps: number;
  readonly referralBps: number;
  readonly discountBps: number;
}

/**
 * The rates of one trade. As in the program, referral and discount are deducted from the platform's rate.
 * @throws RangeError for an affiliate without a referral, and when the platform's rate is smaller than the deductions
 */
export const feeRates = (schedule: FeeSchedule, side: "buy" | "sell", flags: TradeFlags): FeeRates => {
  if (!areFlagsValid(flags)) throw new RangeError("an affiliate needs a referral");
  const referralBps = flags.affiliate ? schedule.affiliateBps : flags.referral ? schedule.referralBps : 0;
  const discountBps = flags.discount ? schedule.discountBps : 0;
  const platform = side === "buy" ? schedule.platformBuyBps : schedule.platformSellBps;
  const platformBps = platform - referralBps - discountBps;
  if (platformBps < 0) throw new RangeError("referral share and discount exceed the platform's rate");
  return {
    creatorBps: side === "buy" ? schedule.creatorBuyBps : schedule.creatorSellBps,
    platformBps,
    referralBps,
    discountBps,
  };
};

/** What an inviter gets of each trade of the people whom they invited, in basis points of its value. */
export const inviterBps = (schedule: FeeSchedule): number => schedule.referralBps;

/** Lamports of one trade's fees; `total` is their sum. */
export interface Fees {
  readonly creator: Lamports;
  readonly platform: Lamports;
  readonly referral: Lamports;
  readonly total: Lamports;
}

/** ⌊value · bps / 10⁴⌋ for each recipient. */
export const feesOf = (value: bigint, rates: FeeRates): Fees => {
  const part = (rate: number) => divideDown(value * BigInt(rate), 10_000n);
  const creator = part(rates.creatorBps);
  const platform = part(rates.platformBps);
  const referral = part(rates.referralBps);
  return {
    creator: lamports(creator),
    platform: lamports(platform),
    referral: lamports(referral),
    total: lamports(creator + platform + referral),
  };
};

/** Lamports that a discount saves, by the rounding of fees; the platform's fee is already reduced by them. */
export const discountOf = (value: bigint, rates: FeeRates): Lamports =>
  lamports(divideDown(value * BigInt(rates.discountBps), 10_000n));

/**
 * The largest value with `value + fees(value) ≤ budget`. Without rounding down it is budget·10⁴/(10⁴ + Σbps); each of the three
 * roundings returns less than one lamport, so at most three steps up give the exact value.
 */
export const valueForBudget = (budget: bigint, rates: FeeRates): Lamports => {
  const sum = BigInt(rates.creatorBps + rates.platformBps + rates.referralBps);
  let value = divideDown(budget * 10_000n, 10_000n + sum);
  while (value + 1n + feesOf(value + 1n, rates).total <= budget) value += 1n;
  return lamports(value);
};
