import { ApiError, type SignerConfig } from "@tribe/contract";
import type { Authenticator } from "../passkeys/authenticator.ts";
import type { WalletDependencies } from "../wallet/sharing.ts";
import { toWalletError, type WalletError } from "../wallet/wallet-error.ts";
import type { Stage } from "./stage.ts";

/** What the flows that show something work with. */
export interface FlowDependencies extends WalletDependencies {
  readonly stage: Stage;
  readonly config: SignerConfig;
  /** Absent where there are no passkeys. */
  readonly authenticator?: Authenticator;
  readonly now?: () => number;
  /** Between two looks at what another browser was asked for; two seconds unless a test has less time. */
  readonly lookAgainMilliseconds?: number;
  /** Follows when it may be worth looking whether the wallet came to this browser by another page. Ends with what it returns. */
  readonly onMaybeArrived?: (look: () => void) => () => void;
}

/** Runs until it works, or until the person gives up after a failure that a retry may mend. */
export const untilItWorks = async <T>({ stage }: FlowDependencies, run: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await run();
    } catch (thrown) {
      const error = toWalletError(thrown);
      if (error.code !== "unavailable" && error.code !== "storage_unavailable") throw error;
      await giveUpAs(error, stage.ask({ kind: "failed", message: error.message }));
    }
  }
};

/** A person who gives up after a failure did not decline: the failure is what the app must hear. */
export const giveUpAs = async (error: WalletError, asked: Promise<unknown>): Promise<void> => {
  try {
    await asked;
  } catch {
    throw error;
  }
};

/** Errors that asking again may mend are shown where it is asked; all others end the flow. */
export const isAskError = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === "too_many_requests" ||
    error.code === "unavailable" ||
    error.code === "conflict" ||
    error.code === "recovery_mail_over" ||
    error.code === "passkey_invalid" ||
    error.code === "passkey_waiting");
