import type { Address } from "@tribe/contract";
import type { Database } from "../db/client.ts";
import type { Chain } from "../engines/chain/port.ts";
import type { ChainSigner } from "../engines/keys/port.ts";

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
  /** Connects when first asked for. @throws ConfigError when the database can't be found. */
  database(): Database;
}

/** What the operator asked for can't be done; the message says why and what to do. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
