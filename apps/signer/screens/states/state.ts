import type { Address, SignerRequest } from "@tribe/contract";
import type { AccountStore } from "../../src/storage/account-record.ts";
import type { WalletScript } from "../server/wallet-script.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";

/** A page of the wallet in one state, which tests, the gallery and the pictures open alike. */
export interface WalletState {
  /** The address of a window of its own (`#wallet`); the frame in the app's page without one. */
  readonly path?: string | ((script: WalletScript) => string | Promise<string>);
  /** A new script each time, as a page changes what it holds. */
  readonly server: () => Promise<WalletScript>;
  /** Whether this browser has the wallet. It has by default. */
  readonly has?: "wallet" | "another browser's wallet" | "no wallet";
  /** What has happened before, in this browser and at the server. */
  readonly prepare?: (script: WalletScript, here: AccountStore) => unknown;
  /** What the app's page asks the frame for. */
  readonly asks?: (wallet: Address, script: WalletScript) => SignerRequest | Promise<SignerRequest>;
  /** Brings it there by presses, as a person would. */
  readonly show?: (screen: WalletScreen) => Promise<void>;
}
