import { type AnswerOf, type Outflow, routes, walletActions } from "@tribe/contract";
import { proveDevice } from "../keys/device.ts";
import { newChallenge, type WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded } from "../wallet/wallet-error.ts";

/**
 * Begins the day's wait for an outflow, about which the server mails the person, or returns the existing one.
 * @throws WalletError, ApiError
 */
export const askToSend = async (
  dependencies: WalletDependencies,
  uid: string,
  outflow: Outflow,
): Promise<AnswerOf<typeof routes.wallet.askToSend>> => {
  const record = await dependencies.store.get(uid);
  if (!record) throw recoveryNeeded();
  const { devicePublicKey } = record;
  const device = await proveDevice(record, walletActions.askToSend, await newChallenge(dependencies));
  return dependencies.api(routes.wallet.askToSend, { body: { outflow, devicePublicKey, device } });
};
