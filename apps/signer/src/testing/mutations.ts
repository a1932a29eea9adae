import {
  AccountRole,
  address,
  getAddressDecoder,
  getAddressEncoder,
  type Instruction,
  type ReadonlyUint8Array,
} from "@solana/kit";
import type { Address } from "@tribe/contract";
import fc from "fast-check";
import { rewrite } from "../../../../packages/chain/src/clear-signing/testing.ts";

/** A change that an attacker who controls the page may make before the wallet gets a transaction. */
export interface Mutation {
  readonly name: string;
  /** Positions and values to use; each is reduced to the available range. */
  readonly at: number;
  readonly and: number;
  readonly value: bigint;
  readonly bytes: Uint8Array;
}

/** The material of mutations besides the message itself. */
export interface MutationSource {
  readonly wallet: Address;
  /** The attacker's address. */
  readonly thief: Address;
  /** Honest messages, to splice parts from. */
  readonly others: readonly Uint8Array[];
}

type Bytes = Uint8Array<ArrayBuffer>;
type Apply = (bytes: Bytes, mutation: Mutation, source: MutationSource) => Bytes;
type Change = (all: Instruction[], mutation: Mutation, source: MutationSource) => Instruction[];

const system = address("11111111111111111111111111111111");
const token = address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const token2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const associatedToken = address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
const memo = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const computeBudget = address("ComputeBudget111111111111111111111111111111");
const upgradeableLoader = address("BPFLoaderUpgradeab1e11111111111111111111111");
const stake = address("Stake11111111111111111111111111111111111111");
const programs = [system, token, token2022, associatedToken, memo, computeBudget, upgradeableLoader, stake];
const roles = [AccountRole.READONLY, AccountRole.WRITABLE, AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER];

const u64 = (value: bigint): number[] => [...new Uint8Array(new BigUint64Array([BigInt.asUintN(64, value)]).buffer)];
/** Boundary values, and any other number. */
const telling = (value: bigint): bigint =>
  [0n, 1n, 2n ** 64n - 1n, 2n ** 63n, 1_000_000_000n, value][Number(value % 6n)] ?? value;
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const own = (text: string): Address => text as Address; // kit's brand of the same base58 text

/** Instructions that an attacker would add, with the wallet's signature: each is valid for one of Solana's programs. */
const foreign = ({ value }: Mutation, { wallet, thief }: MutationSource): readonly Instruction[] => {
  const [from, to] = [address(wallet), address(thief)];
  const signer = { address: from, role: AccountRole.WRITABLE_SIGNER };
  const writable = (place: Address) => ({ address: address(place), role: AccountRole.WRITABLE });
  const amount = u64(telling(value));
  const make = (programAddress: Instruction["programAddress"], data: number[], accounts: Instruction["accounts"]) => ({
    programAddress,
    data: Uint8Array.from(data),
    accounts: accounts ?? [],
  });
  const key = [...getAddressEncoder().encode(to)];
  return [
    make(system, [2, 0, 0, 0, ...amount], [signer, writable(thief)]),
    make(system, [1, 0, 0, 0, ...key], [signer]),
    make(system, [4, 0, 0, 0], [writable(thief), signer]),
    make(system, [0, 0, 0, 0, ...amount, ...u64(0n), ...key], [signer, writable(thief)]),
    make(token, [4, ...amount], [writable(wallet), writable(thief), signer]),
    make(token2022, [13, ...amount, 9], [writable(wallet), writable(thief), writable(thief), signer]),
    make(token2022, [6, 2, 1, ...key], [writable(wallet), signer]),
    make(token, [9], [writable(wallet), writable(thief), signer]),
    make(token, [3, ...amount], [writable(wallet), writable(thief), signer]),
    make(token2022, [12, ...amount, 9], [writable(wallet), writable(thief), writable(thief), signer]),
    make(token2022, [8, ...amount], [writable(wallet), writable(thief), signer]),
    make(associatedToken, [1], [signer, writable(thief), writable(thief), writable(thief)]),
    make(memo, [...new TextEncoder().encode("Confirm: you receive 10 SOL")], []),
    make(memo, [0xe2, 0x80, 0xae, 0x31], []),
    make(computeBudget, [2, 0xff, 0xff, 0xff, 0x7f], []),
    make(computeBudget, [3, ...amount], []),
    make(upgradeableLoader, [4, 0, 0, 0], [writable(wallet), signer]),
    make(stake, [1, 0, 0, 0, ...key, 0, 0, 0, 0], [writable(thief), signer]),
    make(to, amount, [signer]),
  ];
};

const changeAt = (all: Instruction[], at: number, change: (one: Instruction) => Instruction): Instruction[] => {
  const one = pick(all, at);
  return one ? all.map((each) => (each === one ? change(one) : each)) : all;
};
const withData = (one: Instruction, change: (data: number[]) => number[]): Instruction => ({
  ...one,
  data: Uint8Array.from(change([...(one.data ?? [])])),
});
const withAccounts = (
  one: Instruction,
  change: (accounts: NonNullable<Instruction["accounts"]>) => NonNullable<Instruction["accounts"]>,
): Instruction => ({ ...one, accounts: change(one.accounts ?? []) });

const changes: Readonly<Record<string, Change>> = {
  "adds an instruction": (all, mutation, source) => {
    const added = pick(foreign(mutation, source), mutation.at);
    const place = mutation.and % (all.length + 1);
    return added ? [...all.slice(0, place), added, ...all.slice(place)] : all;
  },
  "drops an instruction": (all, { at }) => all.filter((_, index) => index !== at % all.length),
  "repeats an instruction": (all, { at }) => {
    const one = pick(all, at);
    return one ? [...all, one] : all;
  },
  "moves an instruction": (all, { at, and }) => {
    const one = pick(all, at);
    const rest = all.filter((each) => each !== one);
    const place = and % (rest.length + 1);
    return one ? [...rest.slice(0, place), one, ...rest.slice(place)] : all;
  },
  "names another program": (all, { at, and }) =>
    changeAt(all, at, (one) => ({ ...one, programAddress: pick(programs, and) ?? system })),
  "names another account": (all, { at, and, value }, { wallet, thief }) =>
    changeAt(all, at, (one) =>
      withAccounts(one, (accounts) => {
        const known = [thief, wallet, ...all.flatMap((each) => (each.accounts ?? []).map((meta) => own(meta.address)))];
        const next = pick(known, Number(value % 1_000n)) ?? thief;
        return accounts.map((meta, index) =>
          index === and % accounts.length ? { ...meta, address: address(next) } : meta,
        );
      }),
    ),
  "swaps two accounts": (all, { at, and, value }) =>
    changeAt(all, at, (one) =>
      withAccounts(one, (accounts) => {
        const [a, b] = [and % Math.max(1, accounts.length), Number(value % BigInt(Math.max(1, accounts.length)))];
        return accounts.map((meta, index) => (index === a ? accounts[b] : index === b ? accounts[a] : meta) ?? meta);
      }),
    ),
  "gives an account another role": (all, { at, and, value }) =>
    changeAt(all, at, (one) =>
      withAccounts(one, (accounts) =>
        accounts.map((meta, index) =>
          index === and % accounts.length
            ? { address: meta.address, role: pick(roles, Number(value % 4n)) ?? meta.role }
            : meta,
        ),
      ),
    ),
  "adds an account": (all, { at, and }, { thief }) =>
    changeAt(all, at, (one) =>
      withAccounts(one, (accounts) => [...accounts, { address: address(thief), role: roles[and % 4] ?? 0 }]),
    ),
  "drops an account": (all, { at }) => changeAt(all, at, (one) => withAccounts(one, (list) => list.slice(0, -1))),
  "writes another number": (all, { at, and, value }) =>
    changeAt(all, at, (one) =>
      withData(one, (data) => {
        const number = u64(telling(value));
        const start = and % Math.max(1, data.length);
        return data.map((byte, index) => number[index - start] ?? byte);
      }),
    ),
  "writes another number in its place": (all, { at, and, value }) =>
    changeAt(all, at, (one) =>
      withData(one, (data) => {
        // The offset of the first amount in our and Solana's instructions: after eight, four or one byte.
        const first = data.length >= 16 ? 8 : data.length === 12 ? 4 : 1;
        const start = first + 8 * (and % Math.max(1, Math.floor((data.length - first) / 8)));
        const number = u64(telling(value));
        return data.map((byte, index) => number[index - start] ?? byte);
      }),
    ),
  "writes other data": (all, { at, bytes }) => changeAt(all, at, (one) => withData(one, () => [...bytes])),
  "appends data": (all, { at, bytes }) =>
    changeAt(all, at, (one) => withData(one, (data) => [...data, ...bytes.slice(0, 4)])),
};

const flip = (bytes: Bytes, at: number, bit: number): Bytes =>
  bytes.map((byte, index) => (index === at % bytes.length ? byte ^ (1 << (bit % 8)) : byte));

const applies: Readonly<Record<string, Apply>> = {
  ...Object.fromEntries(
    Object.entries(changes).map(([name, change]): [string, Apply] => [
      name,
      (bytes, mutation, source) => rewrite(bytes, (all) => change(all, mutation, source)),
    ]),
  ),
  "lets another one pay": (bytes, _, { thief }) => rewrite(bytes, (all) => all, thief),
  "splices in another message's instruction": (bytes, { at, and }, { others }) => {
    const stolen: Instruction[] = [];
    rewrite(pick(others, at) ?? bytes, (all) => {
      stolen.push(...all.slice(and % all.length));
      return all;
    });
    return rewrite(bytes, (all) => [...all, ...stolen.slice(0, 1)]);
  },
  "flips a bit": (bytes, { at, and }) => flip(bytes, at, and),
  "flips three bits": (bytes, { at, and, value }) =>
    flip(flip(flip(bytes, at, and), and, at), Number(value % 4_096n), at + and),
  "writes a key over another": (bytes, { at }, { thief }) => {
    // Keys follow version, header and their count.
    const start = 5 + 32 * (at % (bytes[4] ?? 1));
    const key: ReadonlyUint8Array = getAddressEncoder().encode(address(thief));
    return bytes.map((byte, index) => key[index - start] ?? byte);
  },
  "says another version": (bytes, { at }) => bytes.map((byte, index) => (index === 0 ? at % 256 : byte)),
  "takes the version away": (bytes) => bytes.slice(1),
  "changes the header": (bytes, { at, and }) => bytes.map((byte, index) => (index === 1 + (at % 3) ? and % 256 : byte)),
  "names a lookup table": (bytes, { at, and }, { thief }) =>
    // The last byte is the number of lookup tables: make it one, with one writable index and no readonly one.
    Uint8Array.from([...bytes.slice(0, -1), 1, ...getAddressEncoder().encode(address(thief)), 1, at % 256, and % 2]),
  "cuts the end off": (bytes, { at }) => bytes.slice(0, at % bytes.length),
  "appends bytes": (bytes, { bytes: more }) => Uint8Array.from([...bytes, ...more]),
};

export const mutationNames: readonly string[] = Object.keys(applies);

/** Any mutation, with any numbers. */
export const mutations: fc.Arbitrary<Mutation> = fc.record({
  name: fc.constantFrom(...mutationNames),
  at: fc.nat(4_095),
  and: fc.nat(4_095),
  value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

/** The mutated message; null if no valid message can be encoded. */
export const mutated = (bytes: Bytes, mutation: Mutation, source: MutationSource): Bytes | null => {
  try {
    return applies[mutation.name]?.(bytes, mutation, source) ?? null;
  } catch {
    return null;
  }
};

/** An address of 32 such bytes. */
export const addressOfByte = (byte: number): Address => own(getAddressDecoder().decode(new Uint8Array(32).fill(byte)));
