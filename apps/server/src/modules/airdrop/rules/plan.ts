import { batchCount, hashAirdropList, lightPoolAddress } from "@tribe/chain/airdrop";
import { type Address, type ApiErrorCode, type Mint, type TokenUnits, tokenUnits } from "@tribe/contract";
import {
  type AirdropInput,
  type AirdropOptions,
  type AirdropRefusal,
  type AirdropSplit,
  hasAirdropTarget,
  splitAirdrop,
} from "@tribe/domain/airdrop";
import type { Snapshot } from "../../market/index.ts";

/** What a Chief requests. */
export interface AirdropOrder {
  readonly creator: Address;
  /** The Tribe, by its mint on the curve. */
  readonly tribe: Mint;
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
}

/** Who gets what, in which transactions. */
export interface AirdropPlan {
  readonly membersCount: number;
  readonly holdersCount: number;
  /** Everybody of the snapshot, and the creator: first the recipients in the list's order, then those who get nothing. */
  readonly entries: readonly PlannedEntry[];
  /** How many of the entries get something. */
  readonly recipients: number;
  readonly batchSize: number;
  readonly batches: number;
  readonly listHash: Uint8Array;
}

/** The error of the API for each refusal of a split. */
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

/** A snapshot in the form of the domain's split. */
export const weightsOf = ({ entries }: Pick<Snapshot, "entries">) =>
  entries.map(({ address, snapshotAmount, isMember }) => ({ address, weight: snapshotAmount, isMember }));

/** All members and holders of a snapshot besides the Chief, chosen or not. */
export const countOthers = ({ entries }: Pick<Snapshot, "entries">, creator: Address) => {
  const others = entries.filter(({ address }) => address !== creator);
  return {
    membersCount: others.filter(({ isMember }) => isMember).length,
    holdersCount: others.filter(({ snapshotAmount }) => snapshotAmount > 0n).length,
  };
};

/** The split of an order; refused when nobody would get it who was meant to. */
export const splitOrder = (
  { amount, creator, options }: Pick<AirdropOrder, "creator" | "options"> & Pick<AirdropInput, "amount">,
  snapshot: Pick<Snapshot, "entries">,
): AirdropSplit =>
  hasAirdropTarget(options, countOthers(snapshot, creator))
    ? splitAirdrop({ amount, creator, holders: weightsOf(snapshot), options })
    : { kind: "refused", reason: "noTarget" };

/** Divides an airdrop among a snapshot. @returns the split's refusal when it can't be. */
export const planAirdrop = async (
  order: AirdropOrder,
  snapshot: Pick<Snapshot, "entries">,
): Promise<AirdropPlan | Extract<AirdropSplit, { kind: "refused" }>> => {
  const { creator, tribe, airdropMint, amount, options, batchSize } = order;
  const split = splitOrder({ amount, creator, options }, snapshot);
  if (split.kind === "refused") return split;
  const { membersCount, holdersCount } = split;
  // The split's addresses come from the snapshot, or are the creator's, and its amounts are within an airdrop's limits.
  const shares = split.shares as readonly { readonly address: Address; readonly amount: TokenUnits }[];
  const pool = await lightPoolAddress(airdropMint);
  const list = { tribe, mint: airdropMint, pool, batchSize, recipients: shares };
  const held = new Map(snapshot.entries.map((entry) => [entry.address, entry]));
  const entries = shares.map(({ address, amount }): PlannedEntry => {
    const holder = held.get(address);
    held.delete(address);
    return { address, amount, isMember: holder?.isMember ?? false, weight: holder?.snapshotAmount ?? tokenUnits(0n) };
  });
  if (shares[0]?.address !== creator && !held.has(creator))
    entries.push({ address: creator, isMember: false, weight: tokenUnits(0n), amount: tokenUnits(0n) });
  for (const { address, isMember, snapshotAmount: weight } of held.values())
    entries.push({ address, isMember, weight, amount: tokenUnits(0n) });
  return {
    ...{ membersCount, holdersCount, entries, batchSize },
    recipients: shares.length,
    batches: batchCount(list),
    listHash: await hashAirdropList(list),
  };
};
