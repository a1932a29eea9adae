import { airdropFeeEstimate, type Lamports, lamports } from "@tribe/contract";
import { divideUp } from "../money/integers.ts";

/**
 * What an airdrop is estimated to cost beside the tokens, by the specification's formula: a base, and for each
 * batch a network fee and what Light takes.
 * @throws RangeError for a count that is none.
 */
export const estimateAirdropFee = (recipients: number): Lamports => {
  if (!Number.isSafeInteger(recipients) || recipients < 0) throw new RangeError("a count of recipients was asked for");
  const batches = divideUp(BigInt(recipients), airdropFeeEstimate.recipientsPerBatch);
  const perBatch = airdropFeeEstimate.baseFeeLamports + airdropFeeEstimate.batchLamports;
  return lamports(airdropFeeEstimate.baseLamports + batches * perBatch);
};
