import { type Address, type AnswerOf, ApiError, routes, walletActions } from "@tribe/contract";
import { fromBase64 } from "../keys/bytes.ts";
import { proveDevice } from "../keys/device.ts";
import { withSeed } from "../keys/shares.ts";
import type { AccountRecord } from "../storage/account-record.ts";
import { establishSharing, type NextChallenge, type WalletDependencies } from "./sharing.ts";

/** The server's state of the account's wallet. */
type WalletInfo = AnswerOf<typeof routes.wallet.wallet>;

/** A browser's wait for the wallet, as the server returns it. */
export type RecoveryWait = NonNullable<WalletInfo["recoveries"]>[number];

/** The server's answer that contains the shares, by a link or after its wait. */
type Recovered = AnswerOf<typeof routes.wallet.takeRecovery>;

/** This browser's own wait; null for none. */
export const ownRecovery = ({ recoveries = [] }: WalletInfo, record: AccountRecord | null): RecoveryWait | null =>
  recoveries.find(({ devicePublicKey }) => devicePublicKey === record?.devicePublicKey) ?? null;

/** Whether the wait is over, by the server's clock. */
export const isReady = ({ readyAt }: RecoveryWait, { now }: Pick<WalletInfo, "now">): boolean => readyAt <= now;

interface EstablishOptions {
  /** The highest version of this device on the server, 0 for none. */
  readonly newestVersion: number;
  readonly nextChallenge: NextChallenge;
}

/**
 * Rebuilds the key from the received shares, and gives this browser a sharing of its own. @throws WrongShareError, ApiError,
 * StorageError
 */
export const establishRecovered = (
  dependencies: WalletDependencies,
  record: AccountRecord,
  { address, serverShare, recoveryShare }: Recovered,
  { newestVersion, nextChallenge }: EstablishOptions,
): Promise<Address> => {
  const { recoveries: _done, ...rest } = record;
  return withSeed([fromBase64(serverShare), fromBase64(recoveryShare)], address, (seed, key) =>
    establishSharing(dependencies, rest, seed, key, newestVersion, { nextChallenge }),
  );
};

/**
 * Takes the wallet whose wait in this browser is over. The caller holds the account's lock. If it stops at any point it can be
 * repeated, or `create` finishes it. @throws ApiError `wait_not_over` in another session than the one that asked;
 * WrongShareError, StorageError
 */
export const takeRecovered = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  { newestVersion, nextChallenge }: EstablishOptions,
): Promise<Address> => {
  const { devicePublicKey } = record;
  const device = await proveDevice(record, walletActions.takeRecovery, await nextChallenge());
  const given = await dependencies.api(routes.wallet.takeRecovery, { body: { devicePublicKey, device } });
  return establishRecovered(dependencies, record, given, { newestVersion, nextChallenge });
};

/** Whether the server refuses a wait for good: it is another session's, was stopped, or mail no longer brings the wallet back. */
export const isWaitOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "wait_not_over" || error.code === "recovery_mail_over");

/** Stops this browser's own wait. @throws ApiError */
export const stopOwnRecovery = async ({ api }: WalletDependencies, { id }: RecoveryWait): Promise<void> => {
  await api(routes.wallet.cancelWait, { body: { id } });
};
