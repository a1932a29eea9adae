import { associatedTokenAddress } from "@tribe/chain/accounts";
import {
  decodeAirdropToken,
  decodeMetaplexTexts,
  decodeOnce,
  lightPoolAddress,
  metaplexAddress,
  onceAddress,
} from "@tribe/chain/airdrop";
import type { FetchedAccount } from "@tribe/chain/clear-signing";
import { encodeBase58 } from "@tribe/chain/transactions";
import type { Address } from "@tribe/contract";
import type { ReadAccounts } from "../chain/node-client.ts";
import type { ComputedAirdrop } from "./computed-airdrop.ts";

/** Facts about an airdrop that the wallet read from the chain. */
export interface AirdropFacts {
  readonly decimals: number;
  /** As the mint has them, not sanitised. */
  readonly texts: { readonly name: string; readonly symbol: string } | null;
  /** The Tribe's, likewise. */
  readonly tribeTexts: { readonly name: string; readonly symbol: string } | null;
  /** Base units in the wallet's account. */
  readonly held: bigint;
  readonly hasPool: boolean;
  /** Batches that have landed; null before the list's account exists. */
  readonly paid: { readonly batches: number; readonly units: bigint } | null;
  /** Recipients whose holding was looked up. */
  readonly checked: number;
  /** Those of them who hold less than the snapshot says. */
  readonly doubts: readonly Address[];
}

/** How many holders are looked up: the largest, who get the most. */
const mostChecked = 300;
const accountsPerCall = 100;
/** People trade after the snapshot: nine tenths of the listed amount are enough. */
const tolerance = { of: 10n, least: 9n } as const;

const amountAt = (account: FetchedAccount | undefined): bigint => {
  const data = account?.data;
  return data && data.length >= 72 ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n;
};

/** The balance of an owner's own account of this mint; 0 if the account now belongs to another owner or mint. */
const amountOf = (account: FetchedAccount | undefined, mint: Address, owner: Address): bigint => {
  const data = account?.data;
  if (!data || data.length < 72) return 0n;
  const isTheirs = encodeBase58(data.subarray(0, 32)) === mint && encodeBase58(data.subarray(32, 64)) === owner;
  return isTheirs ? amountAt(account) : 0n;
};

/** Asks the chain what it knows of an airdrop. @throws whatever stood in the way, and for a token that is not what it was said to be */
export const readAirdropFacts = async (
  ask: ReadAccounts,
  airdrop: ComputedAirdrop,
  wallet: Address,
): Promise<AirdropFacts> => {
  const { mint, tribeMint, program, list, slot } = airdrop;
  const asked = [
    tribeMint,
    mint,
    await associatedTokenAddress(wallet, mint, program),
    await lightPoolAddress(mint),
    await metaplexAddress(mint),
    ...(slot === null ? [] : [await onceAddress(wallet, { slot: BigInt(slot), list })]),
  ];
  const [[tribeAccount, mintAccount, source, pool, metadata, onceAccount], doubts] = await Promise.all([
    ask(asked),
    doubtsOf(ask, airdrop),
  ]);
  const token = mintAccount ? decodeAirdropToken(mint, mintAccount.owner, mintAccount.data) : null;
  if (!token || token.program !== program) throw new Error("the token is another one than was said");
  const once = onceAccount ? decodeOnce(onceAccount.owner, onceAccount.data) : null;
  const landed = once ? Array.from({ length: airdrop.batches }, (_, index) => index).filter(once.isMarked) : [];
  const units = landed.flatMap(airdrop.batch).reduce((sum, { amount }) => sum + amount, 0n);
  return {
    decimals: token.decimals,
    texts: token.texts ?? (metadata ? decodeMetaplexTexts(metadata.owner, metadata.data) : null),
    tribeTexts: tribeAccount
      ? (decodeAirdropToken(tribeMint, tribeAccount.owner, tribeAccount.data)?.texts ?? null)
      : null,
    held: amountAt(source ?? undefined),
    hasPool: Boolean(pool),
    paid: once ? { batches: landed.length, units } : null,
    ...doubts,
  };
};

/** Reads the Tribe's token balances of the largest holders, in their associated accounts. */
const doubtsOf = async (
  ask: ReadAccounts,
  { holders, tribeMint }: ComputedAirdrop,
): Promise<Pick<AirdropFacts, "checked" | "doubts">> => {
  const some = holders.slice(0, mostChecked);
  const accounts = await Promise.all(some.map(({ address }) => associatedTokenAddress(address, tribeMint)));
  const calls = Array.from({ length: Math.ceil(accounts.length / accountsPerCall) }, (_, call) =>
    accounts.slice(call * accountsPerCall, (call + 1) * accountsPerCall),
  );
  const told = (await Promise.all(calls.map(ask))).flat();
  const doubts = some.filter(
    ({ address, weight }, index) => amountOf(told[index], tribeMint, address) * tolerance.of < weight * tolerance.least,
  );
  return { checked: some.length, doubts: doubts.map(({ address }) => address) };
};
