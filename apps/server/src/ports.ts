import type { Address, Mint, SocialAccount, TokenId, TokenUnits, Uid } from "@tribe/contract";
import type { Executor } from "./db/client.ts";

/** A person as other modules need them. */
export interface Person {
  readonly uid: Uid;
  readonly address: Address | null;
  /** Falls back to the first 6 characters of the address. */
  readonly displayName: string;
  readonly pfp: string | null;
  readonly bio: string;
  readonly isNerfed: boolean;
  readonly twitter: SocialAccount | null;
  readonly isReferral: boolean;
  readonly isAffiliate: boolean;
  readonly isDiscount: boolean;
  readonly inviterAddress: Address | null;
  readonly inviterBonus: TokenUnits;
}

/** What the identity module tells others about people. Unknown ones are absent. */
export interface People {
  byUid(db: Executor, uid: Uid): Promise<Person | null>;
  byUids(db: Executor, uids: readonly Uid[]): Promise<Map<Uid, Person>>;
  byAddress(db: Executor, address: Address): Promise<Person | null>;
  byAddresses(db: Executor, addresses: readonly Address[]): Promise<Map<Address, Person>>;
}

/** What the factory and market modules tell others about tokens. */
export interface TokenDirectory {
  tokensOf(db: Executor, uid: Uid): Promise<{ tokenId: TokenId; mint: Mint; name: string; symbol: string }[]>;
}

/** Who opened a WebSocket. */
export interface RealtimeCaller {
  readonly deviceId: string;
  readonly sessionId: string | null;
  readonly uid: Uid | null;
}

/** One-time tokens that open the WebSocket. */
export interface RealtimeTokens {
  /** Takes a token; null when it is unknown, used or older than 30 s. */
  take(token: string): Promise<RealtimeCaller | null>;
}

/** What modules offer each other; wired in `main.ts`, so that no module imports another's insides. */
export interface Ports {
  readonly people: People;
  readonly realtimeTokens: RealtimeTokens;
  tokens: TokenDirectory;
}
