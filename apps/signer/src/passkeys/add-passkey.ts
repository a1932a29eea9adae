import {
  type Base64,
  passkeyChallengeText,
  passkeyOwnershipText,
  type RecoveryWayInfo,
  routes,
  walletActions,
} from "@tribe/contract";
import { type Bytes, consuming, fromBase64, toBase64, utf8, wipe } from "../keys/bytes.ts";
import { openShare, proveDevice } from "../keys/device.ts";
import { signProof } from "../keys/ed25519.ts";
import { openBytes, prfKey, sealBytes } from "../keys/prf.ts";
import { rebuildKey, splitSeed, WrongShareError, withSeed } from "../keys/shares.ts";
import type { AccountRecord } from "../storage/account-record.ts";
import { fetchInfo, usableShare, type WalletInfo } from "../wallet/ensure-wallet.ts";
import { fetchServerShare, newChallenge, type WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded, walletMissing } from "../wallet/wallet-error.ts";
import { type Authenticator, type NewPasskey, PasskeyError, type Touch } from "./authenticator.ts";
import { type LockTouch, lockRecord } from "./lock.ts";

/** Dependencies of every flow with passkeys. */
export interface PasskeyDependencies extends WalletDependencies {
  readonly authenticator: Authenticator;
}

/** SHA-256 of the text that a passkey must sign. */
export const challengeBytes = async (text: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));

/** A touch that gave a PRF. @throws PasskeyError `no_prf` */
export const withPrf = (touch: Touch): Touch & LockTouch => {
  const { prf } = touch;
  if (!prf) throw new PasskeyError("no_prf");
  return { ...touch, prf };
};

/** The additional data of what a passkey's key encrypts for a wallet. */
export const sealedFor = (uid: string, id: string, address: string): string =>
  `tribe-recovery:v1:${uid}:${id}:${address}`;

/** Asks for a passkey that unlocks this browser, so that another one can be added to its lock; null if there is no lock. */
const touchOfLock = async (
  { authenticator }: PasskeyDependencies,
  { lock }: AccountRecord,
): Promise<(Touch & LockTouch) | null> => {
  if (!lock) return null;
  const ids = lock.keys.map(({ passkey }) => passkey);
  return withPrf(await authenticator.touch({ ids, challenge: crypto.getRandomValues(new Uint8Array(32)) }));
};

/** The wallet's recovery after a passkey was added. */
export interface AddedPasskey {
  readonly way: RecoveryWayInfo;
  readonly recovery: "mail_link" | "passkey";
}

/**
 * Makes a passkey, asks for one touch, encrypts a new sharing with its PRF, reads that back from the server, checks it against
 * the address, and only then adds it to the wallet's record. From then on this browser is locked by it. If it stops earlier,
 * nothing has changed.
 * @throws PasskeyError, WalletError `wallet_missing` or `recovery_needed`, ApiError, StorageError, WrongShareError
 */
export const addPasskey = async (dependencies: PasskeyDependencies, name: string): Promise<AddedPasskey> => {
  const { authenticator, store } = dependencies;
  const info = await fetchInfo(dependencies);
  const { uid, email } = info;
  if (info.address === null) throw walletMissing();
  const before = await store.get(uid);
  if (!before) throw recoveryNeeded();
  // An existing passkey must be used before another one is made.
  const known = await touchOfLock(dependencies, before);
  const exclude = info.ways.filter(({ kind }) => kind === "passkey").map(({ id }) => id);
  const made = await authenticator.create({ uid, email, exclude });
  try {
    if (!made.hasPrf) throw new PasskeyError("no_prf");
    return await store.exclusive(uid, () => addMade(dependencies, { info, made, known, name }));
  } catch (thrown) {
    if (thrown instanceof PasskeyError) authenticator.forget(made.id);
    throw thrown;
  } finally {
    if (known) wipe(known.prf);
  }
};

interface Made {
  readonly info: WalletInfo;
  readonly made: NewPasskey;
  readonly known: (Touch & LockTouch) | null;
  readonly name: string;
}

const addMade = async (dependencies: PasskeyDependencies, { info, made, known, name }: Made): Promise<AddedPasskey> => {
  const { api, store, authenticator, unlocked } = dependencies;
  const record = await store.get(info.uid);
  if (!record) throw recoveryNeeded();
  const { uid, devicePublicKey } = record;
  const { challenge } = await api(routes.wallet.passkeyChallenge, {});
  const text = passkeyChallengeText("add", uid, challenge, made.id);
  const touch = withPrf(await authenticator.touch({ ids: [made.id], challenge: await challengeBytes(text) }));
  return consuming([touch.prf], async () => {
    // Locked first: if this browser can't be locked, the server must not store the passkey.
    const locked = await lockRecord(record, touch, known);
    await storeSharing(dependencies, { info, record, lockKey: locked.key, made, name, touch, challenge });
    const device = await proveDevice(record, walletActions.confirmPasskey, await newChallenge(dependencies));
    const body = { id: made.id, device: { devicePublicKey, ...device } };
    const added = await api(routes.wallet.confirmPasskey, { body });
    await store.put(locked.record);
    unlocked?.hold(uid, locked.key, locked.record.lock?.idleMinutes ?? 0);
    return added;
  });
};

interface Storing {
  readonly info: WalletInfo;
  readonly record: AccountRecord;
  readonly lockKey: CryptoKey;
  readonly made: NewPasskey;
  readonly name: string;
  readonly touch: Touch & LockTouch;
  /** The challenge that the touch signed. */
  readonly challenge: string;
}

/** Splits the key again for the passkey: stored, read back, checked. */
const storeSharing = async (dependencies: PasskeyDependencies, of: Storing): Promise<void> => {
  const { api } = dependencies;
  const { info, record, made, name, touch } = of;
  const { uid, devicePublicKey } = record;
  const share = await usableShare(dependencies, info, record);
  const { address } = share;
  const sealing = await prfKey(touch.prf, { kind: "recovery", address }, uid);
  const boundTo = sealedFor(uid, made.id, address);
  const serverShare = fromBase64(await fetchServerShare(dependencies, record, share.version));
  const ownShare = await openShare(record, share, of.lockKey);
  await withSeed([ownShare, serverShare], address, async (seed, key) => {
    const parts = await splitSeed(seed);
    const stored = await consuming([parts.device, parts.server, parts.recovery], async () => {
      const challenge = await newChallenge(dependencies);
      const ownership = passkeyOwnershipText(uid, challenge, made.id, made.publicKey);
      const body = {
        address,
        passkey: { id: made.id, publicKey: made.publicKey, name },
        serverShare: toBase64(parts.server),
        sealedShare: toBase64(await sealBytes(sealing, boundTo, parts.recovery)),
        device: { devicePublicKey, ...(await proveDevice(record, walletActions.storePasskey, challenge)) },
        ownership: await signProof(key, ownership),
        assertion: { challenge: of.challenge, ...touch.assertion },
      };
      return api(routes.wallet.storePasskey, { body });
    });
    await rebuildKey([fromBase64(stored.serverShare), await openSealed(sealing, boundTo, stored.sealedShare)], address);
  });
};

/** Decrypts what was encrypted with a passkey's key. @throws WrongShareError when it was changed, or belongs to another key */
export const openSealed = async (key: CryptoKey, boundTo: string, sealed: Base64): Promise<Bytes> => {
  const plain = await openBytes(key, boundTo, fromBase64(sealed));
  if (!plain) throw new WrongShareError("what is stored for the passkey does not open");
  return plain;
};
