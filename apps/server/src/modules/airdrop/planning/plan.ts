import { batchCount, hashAirdropList, lightPoolAddress } from "@tribe/chain/airdrop";
import { type Address, type ApiErrorCode, type Mint, type TokenUnits, tokenUnits } from "@tribe/contract";
import { type AirdropOptions, type AirdropRefusal, type AirdropSplit, splitAirdrop } from "@tribe/domain/airdrop";
import type { Snapshot } from "../../market/index.ts";

/** What a Chief asks for. */
export interface AirdropOrder {
  readonly creator: Address;
  readonly airdropMint: Mint;
  readonly amount: TokenUnits;
  readonly options: AirdropOptions;
  /** Recipients of one transaction. */
  readonly batchSize: number;
}

/** One wallet of the snapshot, with what it gets. */
export interface PlannedEntry {
  readonly address: Address;
  readonly isMember: boolean;
  readonly weight: TokenUnits;
  readonly amount: TokenUnits;
  /** Place in the list; null for who gets nothing. */
  readonly place: number | null;
}

/** Who gets what, in which transactions. */
export interface AirdropPlan {
  readonly split: Extract<AirdropSplit, { kind: "split" }>;
  readonly entries: readonly PlannedEntry[];
  readonly recipients: number;
  readonly batchSize: number;
  readonly batches: number;
  readonly listHash: Uint8Array;
}

/** What a split's refusal is called in the API. */
export const problemOf = (
  reason: AirdropRefusal,
): Extract<ApiErrorCode, "airdrop_no_target" | "airdrop_too_large" | `airdrop_${string}_too_small`> => {
  switch (reason) {
    case "noTarget":
      return "airdrop_no_target";
    case "range":
      return "airdrop_too_large";
    case "creatorTooSmall":
      return "airdrop_creator_too_small";
    case "membersTooSmall":
      return "airdrop_members_too_small";
  }
};

/** A snapshot as the domain's split takes it. */
export const weightsOf = ({ entries }: Pick<Snapshot, "entries">) =>
  entries.map(({ address, snapshotAmount, isMember }) => ({ address, weight: snapshotAmount, isMember }));

/** Divides an airdrop among a snapshot. @returns the split's refusal when it can't be. */
export const planAirdrop = async (
  order: AirdropOrder,
  snapshot: Pick<Snapshot, "entries">,
): Promise<AirdropPlan | Extract<AirdropSplit, { kind: "refused" }>> => {
  const { creator, airdropMint, amount, options, batchSize } = order;
  const split = splitAirdrop({ amount, creator, holders: weightsOf(snapshot), options });
  if (split.kind === "refused") return split;
  const shares = split.shares.map((share) => ({
    address: share.address as Address, // one of the snapshot's, or the creator's
    amount: tokenUnits(share.amount),
  }));
  const list = {
    mint: airdropMint,
    pool: await lightPoolAddress(airdropMint),
    batchSize,
    recipients: shares,
  };
  const placeOf = new Map<Address, number>(shares.map(({ address }, place) => [address, place]));
  const known = new Set(snapshot.entries.map(({ address }) => address));
  const held = known.has(creator)
    ? snapshot.entries
    : [...snapshot.entries, { address: creator, isMember: false, snapshotAmount: tokenUnits(0n) }];
  return {
    split,
    entries: held.map(({ address, isMember, snapshotAmount: weight }) => {
      const place = placeOf.get(address) ?? null;
      return { address, isMember, weight, amount: shares[place ?? -1]?.amount ?? tokenUnits(0n), place };
    }),
    recipients: shares.length,
    batchSize,
    batches: batchCount(list),
    listHash: await hashAirdropList(list),
  };
};
