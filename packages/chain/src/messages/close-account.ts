import type { Instruction } from "@solana/kit";
import { getCloseAccountInstruction } from "@solana-program/token-2022";
import type { Address, Mint } from "@tribe/contract";
import {
  associatedTokenAddress,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";

/** A token account to close, of either token program. */
export interface ClosedAccount {
  readonly account: Address;
  readonly program: TokenProgram;
}

/** Closes an account of the wallet: its deposit goes to the wallet. The program refuses it while the account holds tokens. */
const closeInstruction = (wallet: Address, { account, program }: ClosedAccount): Instruction =>
  getCloseAccountInstruction(
    { account: toChainAddress(account), destination: toChainAddress(wallet), owner: signer(wallet) },
    { programAddress: tokenProgramAddress(program) },
  );

/** What follows a trade that sells everything: the closing of the wallet's associated account, if it is wanted. */
export const closingAfter = async (
  wallet: Address,
  mint: Mint,
  closesAccount = false,
): Promise<readonly Instruction[]> =>
  closesAccount
    ? [closeInstruction(wallet, { account: await associatedTokenAddress(wallet, mint), program: "token2022" })]
    : [];

/** The most accounts that one message closes: with more it might not fit into a packet. */
export const maxAccountsClosed = 20;

export interface CloseAccountsMessageInput extends MessageFrame {
  /** 1 to {@link maxAccountsClosed}, each once. */
  readonly accounts: readonly ClosedAccount[];
}

/** Builds the message that closes empty token accounts of the wallet, which gets their deposits. */
export const buildCloseAccountsMessage = (input: CloseAccountsMessageInput): Uint8Array<ArrayBuffer> =>
  compile(
    input,
    input.accounts.map((each) => closeInstruction(input.wallet, each)),
  );
