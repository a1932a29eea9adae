import { type Address, type AnswerOf, ApiError, routes, walletActions } from "@tribe/contract";
import { fromBase64 } from "../keys/bytes.ts";
import { proveDevice } from "../keys/device.ts";
import { withSeed } from "../keys/shares.ts";
import type { AccountRecord } from "../storage/account-record.ts";
import { establishSharing, type TakeChallenge, type WalletDependencies } from "./sharing.ts";

/** What the server says of the account's wallet. */
type WalletInfo = AnswerOf<typeof routes.wallet.wallet>;

/** A browser's wait for the wallet, as the server knows it. */
export type RecoveryWait = NonNullable<WalletInfo["recoveries"]>[number];

/** What brings the wallet to a browser, by a link or after its wait. */
type Recovered = AnswerOf<typeof routes.wallet.takeRecovery>;

/** This browser's own wait; null for none. */
export const ownRecovery = ({ recoveries = [] }: WalletInfo, record: AccountRecord | null): RecoveryWait | null =>
  recoveries.find(({ devicePublicKey }) => devicePublicKey === record?.devicePublicKey) ?? null;

/** Whether the server gives the wallet by now, by its own clock. */
export const isReady = ({ readyAt }: RecoveryWait, { now }: Pick<WalletInfo, "now">): boolean => readyAt <= now;

interface EstablishOptions {
  /** The highest version that the server has of this device, 0 for none. */
  readonly newestVersion: number;
  readonly takeChallenge: TakeChallenge;
}

/** Rebuilds the key from what was given, and gives this browser a sharing of its own. @throws WrongShareError, ApiError, StorageError */
export const establishRecovered = (
  dependencies: WalletDependencies,
  record: AccountRecord,
  { address, serverShare, recoveryShare }: Recovered,
  { newestVersion, takeChallenge }: EstablishOptions,
): Promise<Address> => {
  const { recoveries: _done, ...rest } = record;
  return withSeed([fromBase64(serverShare), fromBase64(recoveryShare)], address, (seed, key) =>
    establishSharing(dependencies, rest, seed, key, newestVersion, { takeChallenge }),
  );
};

/**
 * Takes the wallet that this browser has waited for. Whoever calls has the account to themselves. Wherever it stops it can be taken again, or
 * is finished by `create`. @throws ApiError `wait_not_over` in another session than the one that asked; WrongShareError, StorageError
 */
export const takeRecovered = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  { newestVersion, takeChallenge }: EstablishOptions,
): Promise<Address> => {
  const { devicePublicKey } = record;
  const device = await proveDevice(record, walletActions.takeRecovery, await takeChallenge());
  const given = await dependencies.api(routes.wallet.takeRecovery, { body: { devicePublicKey, device } });
  return establishRecovered(dependencies, record, given, { newestVersion, takeChallenge });
};

/** Whether the server gives nothing for a wait any more: of another session, stopped, or no mail brings the wallet back. */
export const isWaitOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "wait_not_over" || error.code === "recovery_mail_over");

/** Stops this browser's own. @throws ApiError */
export const stopOwnRecovery = async ({ api }: WalletDependencies, { id }: RecoveryWait): Promise<void> => {
  await api(routes.wallet.cancelWait, { body: { id } });
};
