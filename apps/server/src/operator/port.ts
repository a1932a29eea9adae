import type { Address } from "@tribe/contract";
import type { Database } from "../db/client.ts";
import type { Chain } from "../engines/chain/port.ts";
import type { ChainSigner, EnvelopePurpose, Keys } from "../engines/keys/port.ts";
import type { ReplaceableKey } from "../engines/keys/replace-key.ts";
import type { WalletStore } from "../engines/wallet-store/port.ts";
import type { Checked } from "./check/check.ts";

/** What `make-keys` has made. */
export interface MadeKeys {
  readonly admin: Address;
  readonly superAdmin: Address;
  readonly folder: string;
  /** Of pushes; its private key is in `vapid-private.key`. */
  readonly vapidPublicKey: string;
}

/** The installation that an operator works on. */
export interface Installation {
  readonly chain: Chain;
  /** The admin's key, opened when a command needs it. @throws ConfigError when it is missing */
  admin(): Promise<ChainSigner>;
  /** The super admin's key: only these commands ever open it. @throws ConfigError when it is missing */
  superAdmin(): Promise<ChainSigner>;
  /**
   * Creates the missing keys: all of a new installation's, or one that a new version needs. If a lost key is replaced this
   * way, the next start detects it. @returns null when none was missing.
   */
  makeKeys(): Promise<MadeKeys | null>;
  /** The public key that attests which account belongs to whom. @throws ConfigError when it is missing */
  attestationKey(): Promise<Address>;
  /**
   * Replaces a sealing key. @returns `notSealedAnew` when values may still be sealed by the previous key
   * @throws ConfigError when the key is missing
   */
  replaceKey(name: ReplaceableKey): Promise<"replaced" | "notSealedAnew">;
  /** The sealing keys that this data folder (or the KMS) has. @throws ConfigError when there are none */
  sealingKeys(): Promise<{ readonly keys: Keys; readonly purposes: ReadonlySet<EnvelopePurpose> }>;
  /** Connects at the first call. @throws ConfigError when the database can't be found. */
  database(): Database;
  /** Of the same database, with its password. @throws ConfigError when it can't be found */
  databaseUrl(): string;
  /** The versions of wallets' records that this data folder keeps, and how many it has. */
  walletVersions(): Promise<Pick<WalletStore, "newest"> & { readonly count: number }>;
  /** Looks at everything that the installation needs. */
  check(): Promise<Checked>;
  /** Tells the operator at once what a long command waits for. */
  say(line: string): void;
}

/** The operator's command can't be done; the message says why and what to do. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
