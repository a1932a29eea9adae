import { ApiError, type SignerConfig } from "@tribe/contract";
import type { Authenticator } from "../passkeys/authenticator.ts";
import type { WalletDependencies } from "../wallet/sharing.ts";
import { toWalletError, type WalletError } from "../wallet/wallet-error.ts";
import type { Stage } from "./stage.ts";

/** Dependencies of the flows that show something. */
export interface FlowDependencies extends WalletDependencies {
  readonly stage: Stage;
  readonly config: SignerConfig;
  /** Absent where there are no passkeys. */
  readonly authenticator?: Authenticator;
  readonly now?: () => number;
  /** Poll interval for another browser's answer; two seconds except in tests. */
  readonly lookAgainMilliseconds?: number;
  /** Calls `look` when another page may have brought the wallet to this browser. Returns a function that stops it. */
  readonly onMaybeArrived?: (look: () => void) => () => void;
}

/** Repeats `run` until it works, or until the person gives up after a failure that a retry may fix. */
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

/** A person who gives up after a failure did not decline: the app must receive the failure. */
export const giveUpAs = async (error: WalletError, asked: Promise<unknown>): Promise<void> => {
  try {
    await asked;
  } catch {
    throw error;
  }
};

/** Errors that a new request may fix are shown where it is made; all others end the flow. */
export const isAskError = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === "too_many_requests" ||
    error.code === "unavailable" ||
    error.code === "conflict" ||
    error.code === "recovery_mail_over" ||
    error.code === "passkey_invalid" ||
    error.code === "passkey_waiting");
