import {
  AccountRole,
  type Address as ChainAddress,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
} from "@solana/kit";
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { fromChainAddress, toChainAddress } from "../accounts/addresses.ts";
import { light } from "../accounts/light.ts";
import { ONCE_PROGRAM_ADDRESS } from "../generated/once/index.ts";
import { compile } from "../transactions/compile-message.ts";
import { lightAuthority } from "./light-instructions.ts";
import { lightQueues, lightTrees } from "./light-trees.ts";

// Layouts and numbers of Solana's address lookup table program, which is part of every node.

const program = "AddressLookupTab1e1111111111111111111111111" as ChainAddress; // a literal
const systemProgram = "11111111111111111111111111111111" as ChainAddress; // as above

/** The table of our local chain: a fixed account, at the address that the system program would derive in slot 0. */
export const localnetLookupTable = "6qfptvGDxnepQZ6q7Hqkx2DWTPntDsTXwchFmZh3L3CT" as Address; // a literal

/**
 * The content of a cluster's lookup table, in order: programs, Light's accounts, state trees and queues. Messages refer to
 * these by index, so another table would turn them into other transactions.
 */
export const lookupTableAddresses = async (): Promise<readonly ChainAddress[]> => [
  systemProgram,
  TOKEN_PROGRAM_ADDRESS,
  TOKEN_2022_PROGRAM_ADDRESS,
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  light.compressedToken,
  light.system,
  light.accountCompression,
  light.noop,
  light.registration,
  await lightAuthority("compressedToken"),
  await lightAuthority("system"),
  ...lightTrees.map(toChainAddress),
  ...lightQueues.map(toChainAddress),
  ONCE_PROGRAM_ADDRESS,
];

/** Header before the addresses: type, deactivation slot, last extension, and authority. */
const head = { length: 56, kind: 1, deactivatedAt: 4, authority: 21 } as const;
const never = 2n ** 64n - 1n;
const addressBytes = 32;

/** Whether an account is the lookup table of our messages: it has exactly our addresses, and nobody can change or close it. */
export const isOurLookupTable = async (owner: string, data: Uint8Array): Promise<boolean> => {
  if (owner !== program || data.length < head.length) return false;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== head.kind || view.getBigUint64(head.deactivatedAt, true) !== never) return false;
  if (view.getUint8(head.authority) !== 0) return false;
  const wanted = await lookupTableAddresses();
  if (data.length !== head.length + addressBytes * wanted.length) return false;
  const decoder = getAddressDecoder();
  return wanted.every((address, index) => decoder.decode(data, head.length + addressBytes * index) === address);
};

/** Compute units for the three instructions and the compute budget, with a margin. */
const computeUnitLimit = 60_000;

/** The inputs for creating a table. */
interface LookupTableFrame {
  /** Pays, and cannot change it afterwards. */
  readonly wallet: Address;
  readonly blockhash: string;
  readonly microLamportsPerUnit: bigint;
}

const tableOf = (wallet: Address, slot: bigint) =>
  getProgramDerivedAddress({
    programAddress: program,
    seeds: [getAddressEncoder().encode(toChainAddress(wallet)), getU64Encoder().encode(slot)],
  });

/** The address of the table that a wallet creates with a slot. */
export const lookupTableAddress = async (wallet: Address, slot: bigint): Promise<Address> =>
  fromChainAddress((await tableOf(wallet, slot))[0]);

/**
 * Creates a cluster's lookup table in one transaction: create, fill, and freeze.
 * @param slot a recent one that the cluster has not skipped; a seed of the table's address
 */
export const buildLookupTableMessage = async (
  frame: LookupTableFrame,
  slot: bigint,
): Promise<Uint8Array<ArrayBuffer>> => {
  const [table, bump] = await tableOf(frame.wallet, slot);
  const addresses = await lookupTableAddresses();
  const wallet = toChainAddress(frame.wallet);
  const writable = { address: table, role: AccountRole.WRITABLE };
  const authority = { address: wallet, role: AccountRole.READONLY_SIGNER };
  const payer = { address: wallet, role: AccountRole.WRITABLE_SIGNER };
  const system = { address: systemProgram, role: AccountRole.READONLY };

  const create = new Uint8Array(4 + 8 + 1);
  new DataView(create.buffer).setBigUint64(4, slot, true);
  create[12] = bump;
  const extend = new Uint8Array(4 + 8 + addressBytes * addresses.length);
  extend[0] = 2;
  new DataView(extend.buffer).setBigUint64(4, BigInt(addresses.length), true);
  for (const [index, address] of addresses.entries())
    getAddressEncoder().write(address, extend, 12 + addressBytes * index);

  const instructions: Instruction[] = [
    { programAddress: program, accounts: [writable, authority, payer, system], data: create },
    { programAddress: program, accounts: [writable, authority, payer, system], data: extend },
    { programAddress: program, accounts: [writable, authority], data: Uint8Array.of(1, 0, 0, 0) },
  ];
  return compile({ ...frame, computeUnitLimit }, instructions);
};
