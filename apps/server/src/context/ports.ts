import type { Mint, TokenId, Uid } from "@tribe/contract";
import type { SQL } from "drizzle-orm";
import type { Executor, Reader } from "../db/client.ts";
import type { Nonce } from "../http/commit.ts";

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

/**
 * Credentials for the HTTP layer, on which the identity module's own routes are built. Expired ones are absent. One object for
 * the process: it remembers decrypted secrets, and reads the sessions of many calls together.
 */
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

/** The spans (W3C's `traceparent`) of transactions that we prepared while traces were on. */
export interface TransactionTraces {
  /** By signature; transactions without one are missing. */
  tracesOf(db: Reader, signatures: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * Ports between modules, wired in `start/modules/ports.ts`: only where two modules need each other; everything else is imported from
 * their `index.ts`.
 */
export interface Ports {
  readonly callers: Callers;
  readonly walletTokens: WalletTokens;
  readonly realtimeTokens: RealtimeTokens;
  readonly tokens: TokenDirectory;
  readonly pause: PauseState;
  readonly transactionTraces: TransactionTraces;
}
