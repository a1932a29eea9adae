import { type Address, routes } from "@tribe/contract";
import { fromBase64 } from "../keys/bytes.ts";
import { withSeed } from "../keys/shares.ts";
import { fetchInfo, newestVersion } from "./ensure-wallet.ts";
import { establishSharing, loadRecord, type WalletDependencies } from "./sharing.ts";
import { walletMissing } from "./wallet-error.ts";

/** Mails the code. @returns seconds until it may be asked for again. */
export const mailRecoveryCode = async ({ api }: WalletDependencies): Promise<number> =>
  (await api(routes.wallet.startRecovery, {})).resendAfterSeconds;

/**
 * Trades the mailed code for two shares, rebuilds the key, and gives this browser a sharing of its own. The code
 * works once: after a crash in between, `create` finishes the pending sharing without a new one.
 * @throws WrongShareError when the shares are not those of the account's address; ApiError; StorageError
 */
export const recoverWallet = async (dependencies: WalletDependencies, code: string): Promise<Address> => {
  const { uid } = await fetchInfo(dependencies);
  return dependencies.store.exclusive(uid, async () => {
    const info = await fetchInfo(dependencies);
    if (info.address === null) throw walletMissing();
    const record = await loadRecord(dependencies, uid);
    const { serverShare, recoveryShare } = await dependencies.api(routes.wallet.finishRecovery, { body: { code } });
    return withSeed([fromBase64(serverShare), fromBase64(recoveryShare)], info.address, (seed, key) =>
      establishSharing(dependencies, record, seed, key, newestVersion(info, record)),
    );
  });
};
