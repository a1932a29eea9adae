import type { Address, Uid } from "@tribe/contract";
import type { Config } from "../../../shared/queries/config.ts";

/** Who trades, and on which installation. */
export interface TransactionContext {
  readonly uid: Uid;
  readonly wallet: Address | null;
  readonly config: Config;
}
