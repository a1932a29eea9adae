import type { Address, Mint, SocialAccount, TokenId, TokenUnits, Uid } from "@tribe/contract";
import type { SQL } from "drizzle-orm";
import type { Executor, Reader } from "./db/client.ts";
import type { Nonce } from "./http/commit.ts";

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
  readonly farcaster: SocialAccount | null;
  readonly isReferral: boolean;
  readonly isAffiliate: boolean;
  readonly isDiscount: boolean;
  readonly inviterAddress: Address | null;
  readonly inviterBonus: TokenUnits;
}

/** What the identity module tells others about people. Unknown ones are absent. */
export interface People {
  byUid(db: Reader, uid: Uid): Promise<Person | null>;
  byUids(db: Reader, uids: readonly Uid[]): Promise<Map<Uid, Person>>;
  byAddress(db: Reader, address: Address): Promise<Person | null>;
  /** Two people by one question: one by their account, if there is any, and one by their wallet. */
  byUidAndAddress(
    db: Reader,
    uid: Uid | null,
    address: Address,
  ): Promise<{ readonly byUid: Person | null; readonly byAddress: Person | null }>;
  byAddresses(db: Reader, addresses: readonly Address[]): Promise<Map<Address, Person>>;
}

/** What the wallet and social modules tell the identity module: the caller's transaction carries the event too. */
export interface PeopleEditor {
  /**
   * Makes an address a person's own. @param after steps that belong to it, in the same statement: nothing is set unless `from`, one of
   * them, has a row. @returns whether it was set
   */
  setAddress(
    tx: Executor,
    uid: Uid,
    address: Address,
    after?: { readonly steps: SQL; readonly from: SQL },
  ): Promise<boolean>;
  /** Gives a person another address, and whoever they have invited, too. */
  moveAddress(tx: Executor, uid: Uid, from: Address, to: Address): Promise<void>;
  /** @throws ApiError `social_taken` when the account belongs to another person. */
  setTwitter(tx: Executor, uid: Uid, twitter: SocialAccount | null, pfp: string | null): Promise<void>;
  /** Name and picture are X's while that is connected. @throws ApiError `social_taken` as above. */
  setFarcaster(tx: Executor, uid: Uid, farcaster: SocialAccount | null, pfp: string | null): Promise<void>;
  /** What an operator grants: whom they invite from now on counts as affiliate; their own trades pay less. */
  grant(tx: Executor, uid: Uid, rights: { isAffiliatePartner?: boolean; isDiscount?: boolean }): Promise<void>;
  /** Shows a person to others by the short address alone, or in full again. */
  setNerfed(tx: Executor, uid: Uid, isNerfed: boolean): Promise<void>;
  emailOf(db: Reader, uid: Uid): Promise<string>;
}

/** What proves a signed call. */
export interface KnownSession {
  readonly sessionId: string;
  readonly uid: Uid;
  readonly deviceId: string;
  /** Another one after each rotation of its secrets. */
  readonly generation: string;
  readonly accessTokenHash: Uint8Array;
  readonly cookieHash: Uint8Array;
  /** base64url, as the client holds it. */
  readonly secret: string;
  /** When it ends by itself, ms since 1970. */
  readonly expiresAt: number;
}

/** Who may call, for the HTTP layer. Expired ones are absent. */
export interface Callers {
  /** The device's secret in base64url. */
  deviceSecret(deviceId: string): Promise<string | null>;
  session(sessionId: string): Promise<KnownSession | null>;
  /** Those of these sessions that have expired, were ended or are gone. */
  endedSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The statement that takes a nonce: it returns a row, or none when the nonce was taken before. */
  nonceInsert(owner: string, nonce: string): SQL;
  /** The same for many: it returns the `owner` and `nonce` of each that was free. @param nonces at least one */
  nonceInserts(nonces: readonly Nonce[]): SQL;
}

/** Bearer tokens of the signer's frame; one ends with the session that asked for it. */
export interface WalletTokens {
  find(token: string): Promise<{ sessionId: string; uid: Uid; deviceId: string; generation: string } | null>;
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
  /**
   * Gives a token that opens one WebSocket within 30 s, and takes the call's nonce with it. Null when that was taken before.
   * @param session null for a visitor
   */
  issue(
    deviceId: string,
    session: Pick<KnownSession, "sessionId" | "uid" | "generation"> | null,
    nonce: Nonce | null,
  ): Promise<string | null>;
  /** Takes a token; null when it is unknown, used or older than 30 s. */
  take(token: string): Promise<RealtimeCaller | null>;
}

/** What is paused now. */
export interface Pause {
  /** The factory on chain is paused, or the server. */
  readonly isSystemPaused: boolean;
  /** An operator has paused the whole installation. */
  readonly isServerPaused: boolean;
}

/** Asks the chain and the database what is paused; a chain that does not answer pauses nothing. */
export interface PauseState {
  read(db: Reader): Promise<Pause>;
}

/** What modules offer each other; wired in `start/ports.ts`: only for what two modules need of each other, all else goes by their `index.ts`. */
export interface Ports {
  readonly people: People;
  readonly peopleEditor: PeopleEditor;
  readonly callers: Callers;
  readonly walletTokens: WalletTokens;
  readonly realtimeTokens: RealtimeTokens;
  readonly tokens: TokenDirectory;
  readonly pause: PauseState;
}
