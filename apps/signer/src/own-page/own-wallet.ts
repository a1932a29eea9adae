import type { Address } from "@tribe/contract";
import type { ReadAccounts } from "../chain/node-client.ts";
import type { MoveNode } from "../moves/move-node.ts";
import type { WalletInfo } from "../wallet/ensure-wallet.ts";
import type { PasskeyPageDependencies } from "./passkeys/safety.ts";

/** What the page asks the chain by, and where our program lies there. */
export interface OwnChain {
  readonly ask: ReadAccounts;
  readonly node: MoveNode;
  readonly program: Address;
}

/** What every section of the page works with. */
export interface OwnWallet extends PasskeyPageDependencies {
  readonly info: WalletInfo;
  readonly chain: OwnChain;
  /** Of the last quarter of an hour; null where a mailed link has to be opened first. */
  readonly proof: string | null;
  /** Keeps a proof that was just given. */
  readonly prove: (proof: string) => void;
  /** Looks again at what the server knows. */
  readonly refresh: () => void;
}
