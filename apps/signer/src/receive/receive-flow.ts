import { walletErrorTexts } from "@tribe/domain/words";
import type { FlowDependencies } from "../signing/flow-parts.ts";
import { fetchInfo } from "../wallet/ensure-wallet.ts";
import { WalletError, walletMissing } from "../wallet/wallet-error.ts";

/**
 * Shows the wallet's address until the dialog around it is closed. The address comes from this device's own share; the server's
 * answer is only compared with it.
 * @throws WalletError `declined` when it is closed, `refused` when the server names another address, `wallet_missing`
 */
export const receiveFlow = async (dependencies: FlowDependencies): Promise<never> => {
  const { stage, store } = dependencies;
  stage.show({ kind: "loading", words: null });
  const { uid, address } = await fetchInfo(dependencies);
  if (address === null) throw walletMissing();
  const record = await store.get(uid);
  const own = record?.shares.filter(({ state }) => state === "active") ?? [];
  const isOwn = own.some((share) => share.address === address);
  if (own.length > 0 && !isOwn) throw new WalletError("refused", walletErrorTexts.otherAddress);
  await stage.ask({ kind: "receive", wallet: address, isOwn });
  throw new WalletError("declined", walletErrorTexts.addressPutAway);
};
