import { AccountRole, type Address, getAddressEncoder, type Instruction } from "@solana/kit";
import { light } from "../accounts/light.ts";
import { findLightPool, lightAuthority } from "../airdrop/light-instructions.ts";

// Layouts and discriminators of Light Protocol's compressed-token program, from its public client of version 0.23.3.

/** Compressed accounts that one instruction may spend; one more fails (Light's error 6038). */
export const maxInputsPerInstruction = 10;
/** Bytes of a validity proof from the indexer's prover: the points a, b and c, compressed. */
export const proofBytes = 128;

/** A compressed token account to spend. */
export interface CompressedInput {
  /** Base units. */
  readonly amount: bigint;
  readonly tree: Address;
  readonly queue: Address;
  readonly leafIndex: number;
  /** Index of the tree's root that the proof refers to; null for an account that is proven by its index in the queue. */
  readonly rootIndex: number | null;
}

/** Compressed accounts that one instruction spends, and the proof that they exist. */
export interface DecompressPart {
  readonly inputs: readonly CompressedInput[];
  /** Null when all of them are proven by index. */
  readonly proof: Uint8Array | null;
}

interface DecompressInput extends DecompressPart {
  /** Owns the compressed accounts, and pays. */
  readonly owner: Address;
  readonly mint: Address;
  /** SPL Token's or Token-2022's. */
  readonly tokenProgram: Address;
  /** The token account that receives everything. */
  readonly destination: Address;
}

/** Discriminator of the instruction that spends compressed tokens. */
export const transfer = Uint8Array.of(163, 52, 200, 231, 140, 3, 69, 186);
const systemProgram = "11111111111111111111111111111111" as Address; // a literal

/**
 * Turns whole compressed accounts of one mint into tokens of an ordinary account: exactly the spent amount is paid out.
 * @throws RangeError for no accounts, more than {@link maxInputsPerInstruction}, or a proof of another length
 */
export const decompressInstruction = async (input: DecompressInput): Promise<Instruction> => {
  const { owner, mint, tokenProgram, destination, inputs, proof } = input;
  if (inputs.length < 1 || inputs.length > maxInputsPerInstruction)
    throw new RangeError("one instruction spends one to ten compressed accounts");
  if (proof !== null && proof.length !== proofBytes) throw new RangeError("a proof has 128 bytes");
  const [pool] = await findLightPool(mint);
  const places = [...new Set(inputs.flatMap(({ tree, queue }) => [tree, queue]))];
  return {
    programAddress: light.compressedToken,
    accounts: [
      { address: owner, role: AccountRole.WRITABLE_SIGNER },
      { address: owner, role: AccountRole.READONLY_SIGNER },
      { address: await lightAuthority("compressedToken"), role: AccountRole.READONLY },
      { address: light.system, role: AccountRole.READONLY },
      { address: light.registration, role: AccountRole.READONLY },
      { address: light.noop, role: AccountRole.READONLY },
      { address: await lightAuthority("system"), role: AccountRole.READONLY },
      { address: light.accountCompression, role: AccountRole.READONLY },
      { address: light.compressedToken, role: AccountRole.READONLY },
      { address: pool, role: AccountRole.WRITABLE },
      { address: destination, role: AccountRole.WRITABLE },
      { address: tokenProgram, role: AccountRole.READONLY },
      { address: systemProgram, role: AccountRole.READONLY },
      ...places.map((address) => ({ address, role: AccountRole.WRITABLE })),
    ],
    data: dataOf(input, places),
  };
};

/** Bytes of one spent account in the data. */
export const inputBytes = 8 + 1 + 1 + 1 + 4 + 1 + 2 + 1 + 1;

/**
 * Borsh: the length of the rest, proof, mint, no delegation, the inputs (amount, no delegate, indexes of tree and queue, leaf
 * index, whether it is proven by index, root, no lamports, no further data), no outputs, not a compression, the amount, no CPI
 * context, and no change in lamports.
 */
const dataOf = ({ mint, inputs, proof }: DecompressInput, places: readonly Address[]): Uint8Array => {
  const length =
    1 + (proof === null ? 0 : proofBytes) + 32 + 1 + 4 + inputBytes * inputs.length + 4 + 1 + 1 + 8 + 1 + 1;
  const data = new Uint8Array(transfer.length + 4 + length);
  const view = new DataView(data.buffer);
  data.set(transfer);
  view.setUint32(8, length, true);
  let at = 12;
  if (proof !== null) {
    data[at] = 1;
    data.set(proof, at + 1);
    at += proofBytes;
  }
  getAddressEncoder().write(mint, data, at + 1);
  at += 1 + 32 + 1;
  view.setUint32(at, inputs.length, true);
  at += 4;
  for (const { amount, tree, queue, leafIndex, rootIndex } of inputs) {
    view.setBigUint64(at, amount, true);
    data[at + 9] = places.indexOf(tree);
    data[at + 10] = places.indexOf(queue);
    view.setUint32(at + 11, leafIndex, true);
    data[at + 15] = rootIndex === null ? 1 : 0;
    view.setUint16(at + 16, rootIndex ?? 0, true);
    at += inputBytes;
  }
  at += 4 + 1;
  data[at] = 1;
  view.setBigUint64(
    at + 1,
    inputs.reduce((sum, { amount }) => sum + amount, 0n),
    true,
  );
  return data;
};
