import type { Address as ChainAddress } from "@solana/kit";
import { getAddressDecoder } from "@solana/kit";
import { light } from "../accounts/light.ts";
import {
  type CompressedInput,
  type DecompressPart,
  inputBytes,
  proofBytes,
  transfer,
} from "./decompress-instruction.ts";

/** Accounts of the instruction before the trees and queues. */
const fixedAccounts = 13;

/** The fields of a decompression by Light's compressed-token program. */
export interface ReadDecompress extends DecompressPart {
  readonly mint: ChainAddress;
  readonly tokenProgram: ChainAddress;
}

/** Whether an instruction spends compressed tokens: a transfer or a decompression of them. */
export const spendsCompressedTokens = (program: string, data: Uint8Array): boolean =>
  program === light.compressedToken && transfer.every((byte, index) => data[index] === byte);

/**
 * Reads the fields of such an instruction that `decompressInstruction` can choose. To check that it does nothing else, build it
 * again from them and compare the bytes.
 * @throws RangeError for truncated data or an account index out of range
 */
export const readDecompress = (accounts: readonly ChainAddress[], data: Uint8Array): ReadDecompress => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const accountAt = (index: number): ChainAddress => {
    const account = accounts[index];
    if (account === undefined) throw new RangeError("an instruction names an account that it has not");
    return account;
  };
  let at = transfer.length + 4;
  const hasProof = view.getUint8(at) === 1;
  const proof = hasProof ? data.slice(at + 1, at + 1 + proofBytes) : null;
  at += 1 + (hasProof ? proofBytes : 0);
  if (at + 32 > data.length) throw new RangeError("an instruction is cut short");
  const mint = getAddressDecoder().decode(data, at);
  at += 32 + 1;
  const count = view.getUint32(at, true);
  at += 4;
  if (count > (data.length - at) / inputBytes) throw new RangeError("an instruction is cut short");
  const inputs = Array.from({ length: count }, (_, index): CompressedInput => {
    const from = at + index * inputBytes;
    return {
      amount: view.getBigUint64(from, true),
      tree: accountAt(fixedAccounts + view.getUint8(from + 9)),
      queue: accountAt(fixedAccounts + view.getUint8(from + 10)),
      leafIndex: view.getUint32(from + 11, true),
      rootIndex: view.getUint8(from + 15) === 1 ? null : view.getUint16(from + 16, true),
    };
  });
  return { mint, tokenProgram: accountAt(11), inputs, proof };
};
