import { getCreateAssociatedTokenIdempotentInstruction } from "@solana-program/token-2022";
import type { Mint } from "@tribe/contract";
import {
  associatedTokenAddress,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";
import { type DecompressPart, decompressInstruction } from "./decompress-instruction.ts";

/** The content of a claim besides its frame; everything belongs to the frame's wallet. */
export interface ClaimMessageInput extends MessageFrame {
  readonly mint: Mint;
  readonly tokenProgram: TokenProgram;
  /** One instruction each: a single one for accounts proven by index, one per validity proof otherwise. */
  readonly parts: readonly DecompressPart[];
}

/**
 * Builds the message that turns compressed tokens into ordinary ones. They go to the wallet's associated account, which every
 * such message creates if it does not exist: so the bytes say whose account that is.
 */
export const buildClaimMessage = async (input: ClaimMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { wallet, mint, parts } = input;
  const tokenProgram = tokenProgramAddress(input.tokenProgram);
  const of = { mint: toChainAddress(mint), tokenProgram };
  const destination = toChainAddress(await associatedTokenAddress(wallet, mint, input.tokenProgram));
  const makeAccount = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(wallet),
    ata: destination,
    owner: toChainAddress(wallet),
    ...of,
  });
  const owner = toChainAddress(wallet);
  const decompress = await Promise.all(
    parts.map((part) => decompressInstruction({ owner, destination, ...of, ...part })),
  );
  return compile(input, [makeAccount, ...decompress]);
};
