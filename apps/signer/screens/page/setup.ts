import type { Authenticator } from "../../src/passkeys/authenticator.ts";
import type { AccountRecord } from "../../src/storage/account-record.ts";

/** What a page of the wallet is opened with. The page takes it from the window that opened it, by its frame's name. */
export interface WalletSetup {
  readonly fetch: typeof fetch;
  readonly authenticator: Authenticator;
  /** What this browser keeps of the account; null for nothing. */
  readonly record: AccountRecord | null;
  /** Whether it is the frame in the app's page, and not a window of its own. */
  readonly isFramed: boolean;
  /** The time at which the page opens, in milliseconds since 1970; its clock runs on from there. */
  readonly openedAt: number;
  readonly isTextDoubled: boolean;
  /** Called in the page's window before anything else. */
  readonly onBegin: (window: Window & typeof globalThis) => void;
  /** Called with what goes wrong in the page without being shown. */
  readonly onFault: (fault: string) => void;
  /** Called once React has been given the page to draw. */
  readonly onDrawn: () => void;
}

declare global {
  interface Window {
    /** The wallet's pages that this window has opened, by their frames' names. */
    tribeWalletScreens?: Map<string, WalletSetup>;
  }
}
