import type { Address } from "@tribe/contract";
import { fromChainAddress, toChainAddress } from "../accounts/addresses.ts";
import { bytesOfMessage, messageOfBytes } from "../transactions/message-bytes.ts";
import { Refused } from "./description.ts";

/** One instruction with its accounts' addresses. */
export interface ParsedInstruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

export interface ParsedMessage {
  readonly feePayer: Address;
  readonly signers: readonly Address[];
  /** Whether anything in the message may change this account. */
  readonly isWritable: (account: Address) => boolean;
  readonly blockhash: string;
  readonly instructions: readonly ParsedInstruction[];
}

/** Whether two byte strings are the same. */
export const sameBytes = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false;
  // A plain loop: with a callback per byte, checking a message takes twenty times as long.
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
};

const decode = (bytes: Uint8Array) => {
  try {
    return messageOfBytes(bytes);
  } catch {
    throw new Refused("malformed");
  }
};

/**
 * Reads the blockhash and each instruction's data, for callers that rebuild the message and compare all bytes. @throws Refused
 */
export const readFrame = (bytes: Uint8Array): { readonly blockhash: string; readonly data: readonly Uint8Array[] } => {
  const message = decode(bytes);
  if (message.version !== 0) throw new Refused("unsupported_version");
  const data = message.instructions.map((instruction) => Uint8Array.from(instruction.data ?? []));
  return { blockhash: message.lifetimeToken, data };
};

/**
 * Parses a compiled message. Encoding it again must give the same bytes, so that there are no trailing bytes and no unusual
 * length encodings.
 * written in an unusual way.
 * @throws Refused
 */
export const parseMessage = (bytes: Uint8Array): ParsedMessage => {
  const message = decode(bytes);
  if (message.version !== 0) throw new Refused("unsupported_version");
  if (!sameBytes(bytesOfMessage(message), bytes)) throw new Refused("not_canonical");
  if (message.addressTableLookups?.length) throw new Refused("lookup_table");
  const { staticAccounts, header } = message;
  const accountAt = (index: number): Address => {
    const account = staticAccounts[index];
    if (account === undefined) throw new Refused("malformed");
    return fromChainAddress(account);
  };
  if (header.numSignerAccounts > staticAccounts.length) throw new Refused("malformed");
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  // signers come first, and the read-only accounts are last in both groups
  const writable = new Set(
    staticAccounts.filter((_, index) =>
      index < numSignerAccounts
        ? index < numSignerAccounts - numReadonlySignerAccounts
        : index < staticAccounts.length - numReadonlyNonSignerAccounts,
    ),
  );
  return {
    isWritable: (account) => writable.has(toChainAddress(account)),
    feePayer: accountAt(0),
    signers: staticAccounts.slice(0, header.numSignerAccounts).map(fromChainAddress),
    blockhash: message.lifetimeToken,
    instructions: message.instructions.map((instruction) => ({
      program: accountAt(instruction.programAddressIndex),
      accounts: (instruction.accountIndices ?? []).map(accountAt),
      data: Uint8Array.from(instruction.data ?? []),
    })),
  };
};
