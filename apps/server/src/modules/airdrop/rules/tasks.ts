import { type AirdropState, airdropState } from "@tribe/contract";
import type { TaskRow } from "../schema.ts";

/** Recipients of a batch: all batches but the last are full. */
export const sizeOfBatch = (
  { recipients, batchSize }: Pick<TaskRow, "recipients" | "batchSize">,
  index: number,
): number => Math.min(batchSize, recipients - index * batchSize);

/** Whether an airdrop may still pay somebody. */
export const isOpen = ({ state }: { readonly state: AirdropState }): boolean => state === airdropState.pending;
