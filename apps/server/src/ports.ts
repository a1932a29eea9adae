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

/** The identity module's port for reading people. Unknown people are absent. */
export interface People {
  byUid(db: Reader, uid: Uid): Promise<Person | null>;
  byUids(db: Reader, uids: readonly Uid[]): Promise<Map<Uid, Person>>;
  byAddress(db: Reader, address: Address): Promise<Person | null>;
  /** Two people in one query: one by account, if given, and one by wallet. */
  byUidAndAddress(
    db: Reader,
    uid: Uid | null,
    address: Address,
  ): Promise<{ readonly byUid: Person | null; readonly byAddress: Person | null }>;
  byAddresses(db: Reader, addresses: readonly Address[]): Promise<Map<Address, Person>>;
}

/** The identity module's port for the wallet and social modules: the caller's transaction also writes the event. */
export interface PeopleEditor {
  /**
   * Sets a person's address. @param after further steps of the same statement: nothing is set unless `from`, one of them, has
   * a row. @returns whether it was set
   */
  setAddress(
    tx: Executor,
    uid: Uid,
    address: Address,
    after?: { readonly steps: SQL; readonly from: SQL },
  ): Promise<boolean>;
  /** Changes a person's address, also as the inviter of others. */
  moveAddress(tx: Executor, uid: Uid, from: Address, to: Address): Promise<void>;
  /** @throws ApiError `social_taken` when the account belongs to another person. */
  setTwitter(tx: Executor, uid: Uid, twitter: SocialAccount | null, pfp: string | null): Promise<void>;
  /** Name and picture are X's while that is connected. @throws ApiError `social_taken` as above. */
  setFarcaster(tx: Executor, uid: Uid, farcaster: SocialAccount | null, pfp: string | null): Promise<void>;
  /** Rights granted by an operator: people whom they invite from now on count as affiliates; their own trades cost less. */
  grant(tx: Executor, uid: Uid, rights: { isAffiliatePartner?: boolean; isDiscount?: boolean }): Promise<void>;
  /** Hides a person's profile from others except for the short address, or shows it again. */
  setNerfed(tx: Executor, uid: Uid, isNerfed: boolean): Promise<void>;
  emailOf(db: Reader, uid: Uid): Promise<string>;
}

/** A session's data for authenticating a signed call. */
export interface KnownSession {
  readonly sessionId: string;
  readonly uid: Uid;
  readonly deviceId: string;
  /** Changes with each rotation of its secrets. */
  readonly generation: string;
  readonly accessTokenHash: Uint8Array;
  readonly cookieHash: Uint8Array;
  /** base64url, as the client holds it. */
  readonly secret: string;
  /** When it expires, ms since 1970. */
  readonly expiresAt: number;
}

/** Credentials for the HTTP layer. Expired ones are absent. */
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

/** Bearer tokens of the signer's frame; each ends with the session that requested it. */
export interface WalletTokens {
  find(token: string): Promise<{ sessionId: string; uid: Uid; deviceId: string; generation: string } | null>;
}

/** The factory and market modules' port for reading tokens. */
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
   * Issues a token that opens one WebSocket within 30 s, and takes the call's nonce in the same statement. Null when the
   * nonce was used before.
   * @param session null for a visitor
   */
  issue(
    deviceId: string,
    session: Pick<KnownSession, "sessionId" | "uid" | "generation"> | null,
    nonce: Nonce | null,
  ): Promise<string | null>;
  /** Consumes a token; null when it is unknown, used or older than 30 s. */
  take(token: string): Promise<RealtimeCaller | null>;
}

/** What is paused now. */
export interface Pause {
  /** The factory on chain is paused, or the server. */
  readonly isSystemPaused: boolean;
  /** An operator has paused the whole installation. */
  readonly isServerPaused: boolean;
}

/** Reads from the chain and the database what is paused; a chain that does not answer counts as not paused. */
export interface PauseState {
  read(db: Reader): Promise<Pause>;
}

/**
 * Ports between modules, wired in `start/ports.ts`: only where two modules need each other; everything else is imported from
 * their `index.ts`.
 */
export interface Ports {
  readonly people: People;
  readonly peopleEditor: PeopleEditor;
  readonly callers: Callers;
  readonly walletTokens: WalletTokens;
  readonly realtimeTokens: RealtimeTokens;
  readonly tokens: TokenDirectory;
  readonly pause: PauseState;
}
