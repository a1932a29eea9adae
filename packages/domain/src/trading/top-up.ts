import { defaultSlippageBps, type Lamports, lamports } from "@tribe/contract";
import { divideUp, max } from "../money/integers.ts";

/** What stays for the fees of what comes after. */
const nextFees = 100_000n;
/** The least that is suggested: 0.01 SOL. */
const least = 10_000_000n;

/**
 * How much SOL to add for something that costs this much more than there is: the price may rise a little until it has arrived, and
 * a fee comes after. Rounded up to two digits, as people write such an amount. @param missing lamports
 */
export const suggestedTopUp = (missing: bigint): Lamports => {
  const wanted = max(missing + divideUp(missing * BigInt(defaultSlippageBps), 10_000n) + nextFees, least);
  const step = 10n ** BigInt(String(wanted).length - 2);
  return lamports(divideUp(wanted, step) * step);
};
