import { type Address, passkeyChallengeText, routes } from "@tribe/contract";
import { storageReasons } from "@tribe/domain/words";
import { consuming, fromBase64 } from "../keys/bytes.ts";
import { prfKey } from "../keys/prf.ts";
import { withSeed } from "../keys/shares.ts";
import { StorageError } from "../storage/account-record.ts";
import { fetchInfo, newestVersion, type WalletInfo } from "../wallet/ensure-wallet.ts";
import { establishSharing, loadRecord } from "../wallet/sharing.ts";
import { walletMissing } from "../wallet/wallet-error.ts";
import { challengeBytes, openSealed, type PasskeyDependencies, sealedFor, withPrf } from "./add-passkey.ts";
import { lockRecord, withoutLocked } from "./lock.ts";

/** The wallet's passkeys whose waiting time is over. */
export const passkeysInForce = ({ ways, now }: Pick<WalletInfo, "ways" | "now">): readonly string[] =>
  ways.filter(({ kind, from }) => kind === "passkey" && from <= now).map(({ id }) => id);

/**
 * Brings the wallet to this browser by a touch: the server checks the passkey's signature for this browser, and the PRF decrypts
 * the other half. The browser gets a sharing of its own, and is locked by the passkey from then on.
 * @throws PasskeyError, WalletError `wallet_missing`, WrongShareError, ApiError, StorageError
 */
export const recoverByPasskey = async (dependencies: PasskeyDependencies): Promise<Address> => {
  const { api, store, authenticator, unlocked } = dependencies;
  const info = await fetchInfo(dependencies);
  if (info.address === null) throw walletMissing();
  const { uid } = info;
  // The touch is bound to this browser's keys, so they must be known first.
  const { devicePublicKey } = await store.exclusive(uid, () => loadRecord(dependencies, uid));
  const { challenge } = await api(routes.wallet.passkeyChallenge, {});
  const text = passkeyChallengeText("recover", uid, challenge, devicePublicKey);
  const touch = withPrf(
    await authenticator.touch({ ids: passkeysInForce(info), challenge: await challengeBytes(text) }),
  );
  return consuming([touch.prf], () =>
    store.exclusive(uid, async () => {
      const record = withoutLocked(await loadRecord(dependencies, uid));
      const body = { id: touch.id, devicePublicKey, assertion: { challenge, ...touch.assertion } };
      const given = await api(routes.wallet.recoverByPasskey, { body });
      const { address } = given;
      const key = await prfKey(touch.prf, { kind: "recovery", address }, uid);
      const recovered = await openSealed(key, sealedFor(uid, touch.id, address), given.sealedShare);
      await withSeed([fromBase64(given.serverShare), recovered], address, (seed, walletKey) =>
        establishSharing(dependencies, record, seed, walletKey, newestVersion(info, record), {
          forMail: info.recovery === "mail_link",
        }),
      );
      const kept = await store.get(uid);
      if (!kept) throw new StorageError(storageReasons.gone);
      const locked = await lockRecord(kept, touch);
      await store.put(locked.record);
      unlocked?.hold(uid, locked.key, locked.record.lock?.idleMinutes ?? 0);
      return address;
    }),
  );
};
