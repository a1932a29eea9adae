import type { Address } from "@tribe/contract";
import type { ReadAccounts } from "../chain/node-client.ts";
import type { MoveNode } from "../moves/move-node.ts";
import type { WalletInfo } from "../wallet/ensure-wallet.ts";
import type { PasskeyPageDependencies } from "./passkeys/safety.ts";

/** How the page reads the chain, and the address of our program there. */
export interface OwnChain {
  readonly ask: ReadAccounts;
  readonly node: MoveNode;
  readonly program: Address;
}

/** Dependencies of every section of the page. */
export interface OwnWallet extends PasskeyPageDependencies {
  readonly info: WalletInfo;
  readonly chain: OwnChain;
  /** A proof of the last quarter of an hour; null if a mailed link must be opened first. */
  readonly proof: string | null;
  /** Stores a new proof. */
  readonly prove: (proof: string) => void;
  /** Loads the server's state again. */
  readonly refresh: () => void;
}
