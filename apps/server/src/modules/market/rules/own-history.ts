import type { Address, Lamports } from "@tribe/contract";

/** How a transaction changed one account of a person's tokens of a Tribe. */
export interface OwnMove {
  readonly account: Address;
  readonly owner: Address;
  readonly isNew: boolean;
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: Date;
  readonly unitsBefore: bigint;
  readonly unitsAfter: bigint;
  readonly networkFee: Lamports;
  readonly deposit: bigint;
  /** What the same transaction put into Light's account of the same mint, or below 0 took out: compressed tokens. */
  readonly compressed: bigint;
  /** The transaction created the Tribe. */
  readonly isCreation: boolean;
  /** The transaction is an airdrop's payment. */
  readonly isAirdrop: boolean;
}

/** A person's trade. */
export interface OwnTrade {
  readonly trader: Address;
  readonly signature: string;
  readonly seq: bigint;
  readonly blockTime: Date;
  readonly isSale: boolean;
  readonly isNew: boolean;
  /** Base units of the mint that was traded. */
  readonly units: bigint;
  /** Before fees. */
  readonly value: Lamports;
  readonly fees: Lamports;
}

/** What an airdrop has paid to a person, in compressed tokens. */
export interface AirdropShare {
  readonly isNew: boolean;
  readonly units: bigint;
  /** Of the payment, and when it landed; null when only the chain knows it. */
  readonly signature: string | null;
  readonly at: Date | null;
  /** The person gave it to themselves. */
  readonly isOwn: boolean;
}

/** What the index has of a person's tokens of one Tribe. */
export interface OwnHistory {
  readonly moves: readonly OwnMove[];
  readonly trades: readonly OwnTrade[];
  readonly shares: readonly AirdropShare[];
  /** New base units for an old one; null before the migration. */
  readonly rate: bigint | null;
  /** What the accounts of these wallets have now. */
  readonly balances: readonly { readonly owner: Address; readonly isNew: boolean; readonly units: bigint }[];
}

/** What one transaction did. */
export interface OwnTransaction {
  readonly signature: string;
  readonly moves: readonly OwnMove[];
  readonly trades: readonly OwnTrade[];
}
