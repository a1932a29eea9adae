import { address, type Instruction } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import type { Address, Lamports, Mint } from "@tribe/contract";
import { associatedTokenAddress, toChainAddress } from "../accounts/addresses.ts";
import { wrappedSolMint } from "../jupiter/route.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";

/** The memo program (version of 2020), which stores a text with a transaction. */
export const memoProgramAddress = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** The mint that stands for SOL: that of wrapped SOL. */
export const nativeMint: Mint = wrappedSolMint;

/** The asset of a transfer. */
export type TransferAsset =
  | { readonly kind: "sol"; readonly lamports: Lamports }
  /** Base units of a Token-2022 mint, as all our tokens are; the program refuses other decimals than the mint's. */
  | { readonly kind: "token"; readonly mint: Mint; readonly units: bigint; readonly decimals: number };

export interface TransferMessageInput extends MessageFrame {
  /** The recipient's wallet, never a token account. */
  readonly recipient: Address;
  readonly asset: TransferAsset;
  /** Stored on chain before the transfer, public; null for none. */
  readonly memo: string | null;
}

/**
 * Builds the message that sends SOL or tokens. Tokens go to the recipient's associated account, which every such message
 * creates if it does not exist: only so do the bytes say whose account that is.
 */
export const buildTransferMessage = async (input: TransferMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { wallet, recipient, asset, memo } = input;
  const memos: Instruction[] =
    memo === null ? [] : [{ programAddress: memoProgramAddress, accounts: [], data: new TextEncoder().encode(memo) }];
  if (asset.kind === "sol") {
    const { lamports: amount } = asset;
    const transfer = getTransferSolInstruction({
      source: signer(wallet),
      destination: toChainAddress(recipient),
      amount,
    });
    return compile(input, [...memos, transfer]);
  }
  const { mint, units: amount, decimals } = asset;
  const destination = toChainAddress(await associatedTokenAddress(recipient, mint));
  const makeAccount = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(wallet),
    ata: destination,
    owner: toChainAddress(recipient),
    mint: toChainAddress(mint),
    tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
  });
  const transfer = getTransferCheckedInstruction(
    {
      source: toChainAddress(await associatedTokenAddress(wallet, mint)),
      mint: toChainAddress(mint),
      destination,
      authority: signer(wallet),
      amount,
      decimals,
    },
    { programAddress: TOKEN_2022_PROGRAM_ADDRESS },
  );
  return compile(input, [makeAccount, ...memos, transfer]);
};
