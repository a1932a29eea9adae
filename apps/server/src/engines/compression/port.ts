import type { DecompressPart } from "@tribe/chain/claim";
import type { Address, Mint } from "@tribe/contract";

/** An unspent compressed token account. */
export interface CompressedTokenAccount {
  /** Its identifier: the hash of its content, in base58. */
  readonly hash: Address;
  readonly mint: Mint;
  /** Base units. */
  readonly amount: bigint;
  /** The state tree that contains it. */
  readonly tree: Address;
}

/** A mint's texts from an asset indexer: whatever its creator wrote. */
export interface AssetTexts {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly picture: string | null;
}

/**
 * Compressed tokens from an indexer: Photon's methods (version 2) and those of the Digital Asset Standard, which the localnet
 * serves on its own RPC and providers such as Helius on theirs. Each throws ApiError `unavailable` when nobody answers, or
 * the answer is invalid.
 */
export interface Compression {
  /** The accounts that a wallet can spend: not frozen, without a delegate. `hasMore`: there are others. */
  accountsOf(
    owner: Address,
  ): Promise<{ readonly accounts: readonly CompressedTokenAccount[]; readonly hasMore: boolean }>;
  /**
   * The proofs to spend these accounts of one mint, as the chain takes them: by index in the queue, or with validity proofs.
   * @returns null when one of them is spent or unknown.
   */
  proofOf(owner: Address, mint: Mint, hashes: readonly Address[]): Promise<readonly DecompressPart[] | null>;
  assetsOf(mints: readonly Mint[]): Promise<ReadonlyMap<Mint, AssetTexts>>;
}
