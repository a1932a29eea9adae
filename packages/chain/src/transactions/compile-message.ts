import {
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  isBlockhash,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from "@solana-program/compute-budget";
import type { Address } from "@tribe/contract";
import { toChainAddress } from "../accounts/addresses.ts";
import { bytesOfMessage } from "./message-bytes.ts";

/** The part that all messages of this app share, besides their one instruction. */
export interface MessageFrame {
  readonly program: Address;
  /** Fee payer and only signer besides the admin. */
  readonly wallet: Address;
  readonly blockhash: string;
  readonly computeUnitLimit: number;
  /** Priority price in micro-lamports per compute unit. */
  readonly microLamportsPerUnit: bigint;
}

/** An account that signs the compiled bytes later. */
export const signer = (address: Address) => createNoopSigner(toChainAddress(address));

/** @param tables lookup tables with their content, whose accounts are then named by index */
export const compile = (
  frame: Omit<MessageFrame, "program">,
  instructions: readonly Instruction[],
  tables: AddressesByLookupTableAddress = {},
): Uint8Array<ArrayBuffer> => {
  const { blockhash } = frame;
  if (!isBlockhash(blockhash)) throw new RangeError("not a blockhash");
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(toChainAddress(frame.wallet), empty),
    // The block height is not part of the message; the server stores it separately.
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
    (live) =>
      appendTransactionMessageInstructions(
        [
          getSetComputeUnitLimitInstruction({ units: frame.computeUnitLimit }),
          getSetComputeUnitPriceInstruction({ microLamports: frame.microLamportsPerUnit }),
          ...instructions.map(withoutSigners),
        ],
        live,
      ),
    (whole) => compressTransactionMessageUsingAddressLookupTables(whole, tables),
  );
  return bytesOfMessage(compileTransactionMessage(message));
};

/** Removes kit's signer objects: two of them for one address would count as a conflict, and nobody signs here. */
const withoutSigners = (instruction: Instruction): Instruction => ({
  programAddress: instruction.programAddress,
  ...(instruction.data ? { data: instruction.data } : {}),
  accounts: (instruction.accounts ?? []).map(({ address, role }) => ({ address, role })),
});
