import { airdropFeeEstimate, type Lamports, lamports } from "@tribe/contract";
import { divideUp } from "../money/integers.ts";

/**
 * Estimates an airdrop's cost besides its tokens by the specification's formula: a base, and for each batch a network fee and
 * Light's fee.
 * @throws RangeError for a count that is not a whole number from 0
 */
export const estimateAirdropFee = (recipients: number): Lamports => {
  if (!Number.isSafeInteger(recipients) || recipients < 0) throw new RangeError("a count of recipients was asked for");
  const batches = divideUp(BigInt(recipients), airdropFeeEstimate.recipientsPerBatch);
  const perBatch = airdropFeeEstimate.baseFeeLamports + airdropFeeEstimate.batchLamports;
  return lamports(airdropFeeEstimate.baseLamports + batches * perBatch);
};
