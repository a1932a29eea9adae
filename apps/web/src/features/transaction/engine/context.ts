import type { Address, Uid } from "@tribe/contract";
import type { Config } from "../../../shared/queries/config.ts";

/** The trader and the installation. */
export interface TransactionContext {
  readonly uid: Uid;
  readonly wallet: Address | null;
  readonly config: Config;
}
