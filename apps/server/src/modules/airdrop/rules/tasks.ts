import { type AirdropState, airdropState } from "@tribe/contract";
import type { TaskRow } from "../schema.ts";

/** Recipients of a batch: all batches but the last are full. */
export const sizeOfBatch = (
  { recipients, batchSize }: Pick<TaskRow, "recipients" | "batchSize">,
  index: number,
): number => Math.min(batchSize, recipients - index * batchSize);

/** Whether an airdrop may still pay somebody. */
export const isOpen = ({ state }: { readonly state: AirdropState }): boolean => state === airdropState.pending;

/** How many of an airdrop's batches are in which state. */
export interface BatchCounts {
  /** Not known to have landed. */
  readonly unpaid: number;
  /** Of those: signed, and may still land. A batch that has just landed counts here until it is marked as paid. */
  readonly underWay: number;
  /** Of those: can never land, and must be prepared again. */
  readonly lost: number;
  readonly isLastPaid: boolean;
}
