import type { Address } from "@tribe/contract";
import type { Database } from "../db/client.ts";
import type { Chain } from "../engines/chain/port.ts";
import type { ChainSigner, EnvelopePurpose, Keys } from "../engines/keys/port.ts";
import type { ReplaceableKey } from "../engines/keys/replace-key.ts";

/** The installation that an operator works on. */
export interface Installation {
  readonly chain: Chain;
  /** The admin's key, opened when a command needs it. @throws ConfigError when there is none */
  admin(): Promise<ChainSigner>;
  /** The super admin's key: nothing but these commands ever opens it. @throws ConfigError when there is none */
  superAdmin(): Promise<ChainSigner>;
  /**
   * Makes the keys that are missing: all of a new installation's, or one that a new version brings. A lost one that is made
   * anew is noticed at the next start. @returns null when none was missing.
   */
  makeKeys(): Promise<{ readonly admin: Address; readonly superAdmin: Address; readonly folder: string } | null>;
  /** The public half of the key that signs whose account is whose. @throws ConfigError when there is none */
  attestationKey(): Promise<Address>;
  /**
   * Puts a new key into the place of one that seals. @returns `notSealedAnew` where something may be sealed by the one of before still
   * @throws ConfigError when there is no such key
   */
  replaceKey(name: ReplaceableKey): Promise<"replaced" | "notSealedAnew">;
  /** The keys that seal, as far as this data folder (or the KMS) has them. @throws ConfigError when there are none */
  sealingKeys(): Promise<{ readonly keys: Keys; readonly purposes: ReadonlySet<EnvelopePurpose> }>;
  /** Connects when first asked for. @throws ConfigError when the database can't be found. */
  database(): Database;
}

/** What the operator asked for can't be done; the message says why and what to do. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
