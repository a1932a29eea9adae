import type { DecompressPart } from "@tribe/chain/claim";
import type { Address, Mint } from "@tribe/contract";

/** A compressed token account that is not spent. */
export interface CompressedTokenAccount {
  /** What it is found by: the hash of all that it holds, in base58. */
  readonly hash: Address;
  readonly mint: Mint;
  /** Base units. */
  readonly amount: bigint;
  /** The state tree that it is in. */
  readonly tree: Address;
}

/** What an indexer of assets tells of a mint: whatever its maker wrote. */
export interface AssetTexts {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly picture: string | null;
}

/**
 * Compressed tokens, by whoever indexes them: Photon's methods (version 2) and those of the Digital Asset Standard, which the
 * localnet answers on its own RPC and providers such as Helius on theirs. Each throws ApiError `unavailable` when nobody
 * answers, or answers otherwise.
 */
export interface Compression {
  /** A wallet's accounts that it may spend: not frozen, nobody's delegate. `hasMore`: there are others beside these. */
  accountsOf(
    owner: Address,
  ): Promise<{ readonly accounts: readonly CompressedTokenAccount[]; readonly hasMore: boolean }>;
  /**
   * What spends these accounts of one mint, as the chain takes it: by their places in the queue, or with proofs.
   * @returns null when one of them is spent, or nobody's.
   */
  proofOf(owner: Address, mint: Mint, hashes: readonly Address[]): Promise<readonly DecompressPart[] | null>;
  assetsOf(mints: readonly Mint[]): Promise<ReadonlyMap<Mint, AssetTexts>>;
}
