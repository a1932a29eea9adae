import type { Address, SignerEvent, SignerRequest } from "@tribe/contract";
import type { Screen } from "../../../web/screens/support/open-screen.ts";
import type { WalletScript } from "../server/wallet-script.ts";
import type { SignerResult } from "./mount-wallet.ts";

export type ColorScheme = "light" | "dark";

/** An open page of the wallet, which finds elements as `page` of vitest/browser does. */
export interface WalletScreen extends Screen {
  readonly script: WalletScript;
  /** Whether it is the frame in the app's page, and not a window of its own. */
  readonly isFramed: boolean;
  /** The person's wallet; null before one is made. */
  readonly address: Address | null;
  /** What the frame has told the app's page. */
  readonly events: readonly SignerEvent[];
  /** The app's page asks the frame for something. */
  readonly ask: (request: SignerRequest) => void;
  /** The frame's answer to what it was asked for last. @throws SignerError */
  readonly answer: () => Promise<SignerResult>;
  /** What it was asked for last. */
  readonly request: () => SignerRequest;
  /** Changes to the other theme: the frame is told by the app's page, a window of its own by the system. */
  readonly recolour: (colorScheme: ColorScheme) => Promise<void>;
}
