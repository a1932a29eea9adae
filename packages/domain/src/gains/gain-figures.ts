import { amountDisplayDecimals, amountDisplaySignificantPlaces, type Lamports, lamports } from "@tribe/contract";
import { formatAmount, inputStepUp } from "../money/amounts.ts";
import { max } from "../money/integers.ts";
import { gainOf } from "./gain.ts";

/** The figures of one line about a gain, in SOL without the unit. */
export interface GainFigures {
  readonly paid: string;
  readonly worth: string;
  /** With its sign: +0.012, −0.0125, 0. */
  readonly gain: string;
  /** With its sign and the percent sign; null for what cost nothing. */
  readonly percent: string | null;
  readonly direction: "up" | "down" | "none";
}

/**
 * What was paid, what it is worth or brought, and the difference, with as many decimals as the finest of the three needs. What was
 * paid is rounded up and the worth down; difference and percent are those of the shown figures, so that whoever computes them
 * from the other two gets the same.
 */
export const gainFigures = (worth: Lamports, paid: Lamports): GainFigures => {
  const difference = max(worth - paid, paid - worth);
  const decimals = Math.max(...[worth, paid, difference].map(decimalsFor));
  const step = 10n ** BigInt(amountDisplayDecimals - decimals);
  const shownPaid = lamports(inputStepUp(paid, decimals));
  const shownWorth = lamports(worth - (worth % step));
  const { lamports: gain, bps } = gainOf(shownWorth, shownPaid);
  const whole = { significant: amountDisplayDecimals };
  return {
    paid: formatAmount(shownPaid, whole),
    worth: formatAmount(shownWorth, whole),
    gain: signed(gain, (units) => formatAmount(units, whole)),
    percent: bps === null ? null : signed(bps / 10n, formatTenths),
    direction: gain > 0n ? "up" : gain < 0n ? "down" : "none",
  };
};

/** Digits after the dot that an amount needs for its first three that aren't zero. */
const decimalsFor = (units: bigint): number => {
  const digits = units.toString().padStart(amountDisplayDecimals + 1, "0");
  const fraction = digits.slice(-amountDisplayDecimals);
  const isWhole = digits.length > amountDisplayDecimals + 1 || !digits.startsWith("0");
  if (units === 0n) return 0;
  const zeros = isWhole ? 0 : (/^0*/.exec(fraction)?.[0].length ?? 0);
  return Math.min(amountDisplayDecimals, zeros + amountDisplaySignificantPlaces);
};

const signed = (value: bigint, format: (absolute: bigint) => string): string =>
  value === 0n ? format(0n) : value > 0n ? `+${format(value)}` : `−${format(-value)}`;

/** Tenths of a percent: with one decimal below 10 %, else whole; cut. */
const formatTenths = (tenths: bigint): string => {
  const whole = (tenths / 10n).toString().replace(/\B(?=([0-9]{3})+$)/g, ",");
  return tenths >= 100n || tenths % 10n === 0n ? `${whole}%` : `${whole}.${tenths % 10n}%`;
};
