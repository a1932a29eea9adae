import { getTransferSolInstruction } from "@solana-program/system";
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token-2022";
import type { Address, Lamports, Mint } from "@tribe/contract";
import {
  associatedTokenAddress,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";

/** One token account of a wallet with its whole balance. */
export interface TokenAccountMove {
  readonly from: Address;
  readonly to: Address;
  /** Any account of `from`, its associated one or another. */
  readonly account: Address;
  readonly mint: Mint;
  readonly program: TokenProgram;
  /** Its whole balance in base units; 0 when it is only closed. */
  readonly units: bigint;
  readonly decimals: number;
  /** Whether the account is closed: not where only somebody else may. */
  readonly closes: boolean;
}

/**
 * Builds the message that moves all tokens of an account to another wallet of the same person and closes the account, if the
 * wallet may. The rent goes to the payer: `wallet`, one of the two. If that is `to`, both must sign.
 */
export const buildTokenMoveMessage = async (
  frame: Omit<MessageFrame, "program">,
  { from, to, account, mint, program, units, decimals, closes }: TokenAccountMove,
): Promise<Uint8Array<ArrayBuffer>> => {
  const at = { programAddress: tokenProgramAddress(program) };
  const source = toChainAddress(account);
  const destination = toChainAddress(await associatedTokenAddress(to, mint, program));
  const close = getCloseAccountInstruction(
    { account: source, destination: toChainAddress(frame.wallet), owner: signer(from) },
    at,
  );
  if (units === 0n) return compile(frame, [close]);
  const makeAccount = getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(frame.wallet),
    ata: destination,
    owner: toChainAddress(to),
    mint: toChainAddress(mint),
    tokenProgram: at.programAddress,
  });
  const transfer = getTransferCheckedInstruction(
    { source, mint: toChainAddress(mint), destination, authority: signer(from), amount: units, decimals },
    at,
  );
  return compile(frame, [makeAccount, transfer, ...(closes ? [close] : [])]);
};

/**
 * Builds the message that moves SOL to another wallet of the same person, paid by `wallet`, one of the two. Unlike a
 * transfer's, it may empty the source completely.
 */
export const buildSolMoveMessage = (
  frame: Omit<MessageFrame, "program">,
  { from, to, lamports: amount }: { readonly from: Address; readonly to: Address; readonly lamports: Lamports },
): Uint8Array<ArrayBuffer> =>
  compile(frame, [getTransferSolInstruction({ source: signer(from), destination: toChainAddress(to), amount })]);
