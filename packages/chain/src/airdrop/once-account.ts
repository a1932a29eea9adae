import type { Address } from "@tribe/contract";
import { fromChainAddress } from "../accounts/addresses.ts";
import { getOnceDecoder, ONCE_PROGRAM_ADDRESS } from "../generated/once/index.ts";

/** The state of an airdrop's batches on chain. */
export interface OnceState {
  readonly authority: Address;
  readonly list: Uint8Array;
  readonly slot: bigint;
  readonly batches: number;
  readonly marked: number;
  readonly isCancelled: boolean;
  /** Whether a batch has landed. */
  readonly isMarked: (index: number) => boolean;
}

/** Bytes of the account before its bits. */
const headBytes = 96;

/** Decodes the account of an airdrop's list. @returns null for any other account */
export const decodeOnce = (owner: string, data: Uint8Array): OnceState | null => {
  if (owner !== ONCE_PROGRAM_ADDRESS || data.length < headBytes) return null;
  const once = getOnceDecoder().decode(data.subarray(0, headBytes));
  const { batches, marked, cancelled: isCancelled, slot, authority, list } = once;
  if (data.length < headBytes + Math.ceil(batches / 8)) return null;
  return {
    authority: fromChainAddress(authority),
    list: Uint8Array.from(list),
    slot,
    batches,
    marked,
    isCancelled,
    isMarked: (index) =>
      index >= 0 && index < batches && (((data[headBytes + Math.floor(index / 8)] ?? 0) >> (index % 8)) & 1) === 1,
  };
};
