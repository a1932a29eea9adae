import type { Address } from "@tribe/contract";
import { flagsFromByte, noFlags, type TradeFlags } from "@tribe/domain/money";
import type { MessageFrame } from "../transactions/compile-message.ts";
import { rentOfBuy, type Spend, spendOf } from "../transactions/spend.ts";
import { type DescribeContext, type Description, type Recipient, Refused } from "./description.ts";
import type { SortedInstructions } from "./instructions.ts";
import type { ParsedMessage } from "./parsed-message.ts";

/** A message that passed the general checks. */
export interface Read {
  readonly message: ParsedMessage;
  readonly sorted: SortedInstructions;
  readonly context: DescribeContext;
}
/** A description and the message that is rebuilt from it. */
export interface Described<D extends Description> {
  readonly description: D;
  readonly rebuilt: Uint8Array;
}

/** The frame of this message, which all our messages have. */
export const frameOf = ({ message, sorted, context }: Read): MessageFrame => ({
  program: context.program,
  wallet: context.wallet,
  blockhash: message.blockhash,
  computeUnitLimit: sorted.computeUnitLimit,
  microLamportsPerUnit: sorted.microLamportsPerUnit,
});

/** The accounts of the trade; their number must match. @throws Refused */
export const accountsOf = (read: Read, count: number): ((index: number) => Address) => {
  const { accounts } = read.sorted.trade.instruction;
  if (accounts.length !== count) throw new Refused("invalid_data");
  return (index) => {
    const account = accounts[index];
    if (account === undefined) throw new Refused("invalid_data");
    return account;
  };
};

/** Decodes all bytes of an instruction's data. @throws Refused */
export const decodeExactly = <T>(
  decoder: { read(bytes: Uint8Array, offset: number): [T, number] },
  data: Uint8Array,
): T => {
  let read: [T, number];
  try {
    read = decoder.read(data, 0);
  } catch {
    throw new Refused("invalid_data");
  }
  if (read[1] !== data.length) throw new Refused("invalid_data");
  return read[0];
};

/** The flags and the rewarded person: present exactly with the referral flag; otherwise the account is the program itself. */
export const readFlags = (byte: number, rewarded: Address, context: DescribeContext) => {
  const flags: TradeFlags | null = flagsFromByte(byte);
  const beneficiary = rewarded === context.program ? null : rewarded;
  if (!flags || flags.referral !== (beneficiary !== null) || beneficiary === context.wallet)
    throw new Refused("invalid_flags");
  return { flags, beneficiary };
};

/** Recipients besides creator and platform. */
export const recipientsOf = (role: Recipient["role"], address: Address | null): Recipient[] =>
  address ? [{ role, address }] : [];

/** Checks that the trader is the wallet, the co-signer the admin, and that both sign. */
export const checkSigners = (read: Read, trader: Address, admin: Address | null): void => {
  const { context, message } = read;
  if (trader !== context.wallet) throw new Refused("wrong_account");
  if (admin !== null && admin !== context.admin) throw new Refused("unexpected_signer");
  const needed = admin === null ? [trader] : [trader, admin];
  if (!needed.every((address) => message.signers.includes(address))) throw new Refused("missing_signer");
  if (message.signers.length !== needed.length) throw new Refused("unexpected_signer");
};

/**
 * Whether the message creates a token account; if so, it must be this one, the wallet's own. Its mint is checked when the
 * message is rebuilt. @throws Refused
 */
export const checkMadeAccount = ({ sorted, context }: Read, tokenAccount: Address): boolean => {
  const made = sorted.makeTokenAccount;
  if (!made) return false;
  if (made.accounts[1] !== tokenAccount || made.accounts[2] !== context.wallet)
    throw new Refused("foreign_token_account");
  if (made.data.length !== 1 || made.data[0] !== 1) throw new Refused("unknown_instruction");
  return true;
};

/**
 * Whether the message closes a token account after its trade; if so, it must be this one, from which the trade takes the
 * tokens, and both its deposit and its authority must be the wallet's. @throws Refused
 */
export const checkClosedAccount = ({ sorted, context }: Read, tokenAccount: Address): boolean => {
  const close = sorted.closeAccount;
  if (!close) return false;
  if (close.accounts[0] !== tokenAccount) throw new Refused("foreign_token_account");
  if (close.accounts.length !== 3 || close.accounts.slice(1).some((account) => account !== context.wallet))
    throw new Refused("wrong_account");
  return true;
};

/** The frame of a message that the wallet signs alone, and its maximum cost. */
export const spendOfWallet = (
  read: Read,
  tradeLamports: bigint,
  makesTokenAccount: boolean,
): { readonly frame: MessageFrame; readonly spend: Spend } => {
  const frame = frameOf(read);
  const rentLamports = rentOfBuy(makesTokenAccount);
  return { frame, spend: spendOf({ tradeLamports, rentLamports, signatures: 1, ...frame }) };
};

/** The part of a description that all kinds without a co-signer share. */
export const sharedByWallet = (read: Read) => ({ ...shared(read, noFlags, []), admin: null });

/** The part of a description that all kinds share. */
export const shared = (read: Read, flags: TradeFlags, recipients: readonly Recipient[]) => ({
  wallet: read.context.wallet,
  flags,
  recipients,
  computeUnitLimit: read.sorted.computeUnitLimit,
  microLamportsPerUnit: read.sorted.microLamportsPerUnit,
  blockhash: read.message.blockhash,
});
