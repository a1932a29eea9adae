import type { SwapAmounts } from "@tribe/domain/pool";

/**
 * A swap's effect on the holding that counts for a seat, in old base units: what the account is worth after it, less what it is
 * worth now, as the server counts each account. Null without a quote.
 * @param rate new base units for one old base unit @param held new base units in the account that is swapped
 */
export const seatChange = (amounts: SwapAmounts | undefined, rate: bigint | null, held: bigint): bigint | null => {
  if (!amounts || !rate) return null;
  const after = amounts.direction === "buy" ? held + amounts.output : held - amounts.input;
  return (after > 0n ? after : 0n) / rate - held / rate;
};
