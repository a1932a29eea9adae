import type { Database } from "../db/client.ts";
import type { Chain } from "../engines/chain/port.ts";
import type { Keys } from "../engines/keys/port.ts";

/** The installation that an operator works on. */
export interface Installation {
  readonly chain: Chain;
  readonly keys: Keys;
  /** Connects when first asked for. @throws ConfigError when the database can't be found. */
  database(): Database;
}

/** What the operator asked for can't be done; the message says why and what to do. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
