import { getTransferSolInstructionDataDecoder, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { getTransferCheckedInstructionDataDecoder } from "@solana-program/token-2022";
import { type Address, lamports } from "@tribe/contract";
import { memoProblem } from "@tribe/domain/people";
import { fromChainAddress, hasKey } from "../accounts/addresses.ts";
import { buildTransferMessage, type TransferAsset } from "../messages/transfer.ts";
import { Refused, type TransferDescription } from "./description.ts";
import type { ParsedInstruction } from "./parsed-message.ts";
import { checkSigners, type Described, decodeExactly, type Read, sharedByWallet, spendOfWallet } from "./reading.ts";

const systemProgram = fromChainAddress(SYSTEM_PROGRAM_ADDRESS);

/**
 * Describes a message that sends SOL or tokens to one wallet. The recipient of tokens is the owner of their destination
 * account: the message creates that account, which proves the owner, and the whole message is rebuilt from these few facts.
 * @throws Refused
 */
export const describeTransfer = async (read: Read): Promise<Described<TransferDescription>> => {
  const { wallet } = read.context;
  checkSigners(read, wallet, null);
  const { recipient, asset } = moved(read);
  if (recipient === wallet) throw new Refused("own_recipient");
  if (!hasKey(recipient)) throw new Refused("keyless_recipient");
  const memo = read.sorted.memo ? memoOf(read.sorted.memo) : null;
  const { frame, spend } = spendOfWallet(read, asset.kind === "sol" ? asset.lamports : 0n, asset.kind === "token");
  return {
    description: { kind: "transfer", ...sharedByWallet(read), recipient, asset, memo, spend },
    rebuilt: await buildTransferMessage({ ...frame, recipient, asset, memo }),
  };
};

const moved = (read: Read): { readonly recipient: Address; readonly asset: TransferAsset } => {
  const { instruction } = read.sorted.trade;
  return instruction.program === systemProgram ? movedSol(instruction, read) : movedTokens(instruction, read);
};

const movedSol = ({ data, accounts }: ParsedInstruction, { sorted }: Read) => {
  const { amount } = decodeExactly(getTransferSolInstructionDataDecoder(), data);
  const recipient = accounts[1];
  // Creating a token account is not part of sending SOL.
  if (sorted.makeTokenAccount) throw new Refused("unknown_instruction");
  if (recipient === undefined || amount === 0n) throw new Refused("invalid_data");
  return { recipient, asset: { kind: "sol", lamports: lamports(amount) } } as const;
};

const movedTokens = ({ data, accounts }: ParsedInstruction, { sorted }: Read) => {
  const { amount: units, decimals } = decodeExactly(getTransferCheckedInstructionDataDecoder(), data);
  const mint = accounts[1];
  const recipient = sorted.makeTokenAccount?.accounts[2];
  if (mint === undefined || units === 0n || decimals > maxDecimals) throw new Refused("invalid_data");
  if (recipient === undefined) throw new Refused("unnamed_recipient");
  return { recipient, asset: { kind: "token", mint, units, decimals } } as const;
};

/** More than any real token has, and few enough to be written out. */
const maxDecimals = 18;

const memoOf = ({ data, accounts }: ParsedInstruction): string => {
  let memo: string;
  try {
    memo = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new Refused("unusable_memo");
  }
  if (accounts.length > 0 || memoProblem(memo) !== null) throw new Refused("unusable_memo");
  return memo;
};
