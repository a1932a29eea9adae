import type { WalletInfo } from "../wallet/ensure-wallet.ts";
import type { PasskeyPageDependencies } from "./passkeys/safety.ts";

/** What every section of the page works with. */
export interface OwnWallet extends PasskeyPageDependencies {
  readonly info: WalletInfo;
  /** Of the last quarter of an hour; null where a mailed link has to be opened first. */
  readonly proof: string | null;
  /** Keeps a proof that was just given. */
  readonly prove: (proof: string) => void;
  /** Looks again at what the server knows. */
  readonly refresh: () => void;
}
