import { type Bytes, consuming, wipe } from "../keys/bytes.ts";
import { lockShare, openShare } from "../keys/device.ts";
import { openBytes, prfKey, sealBytes } from "../keys/prf.ts";
import { type AccountRecord, type SealedShare, storageFormat, type WalletLock } from "../storage/account-record.ts";
import { PasskeyError } from "./authenticator.ts";

/** Minutes without use after which a wallet with a passkey locks, unless the person chose others. */
const defaultIdleMinutes = 15;
/** What the person can choose. */
export const idleMinutesChoices = [1, 5, 15, 60] as const;

const keyLength = 32;

const boundTo = (uid: string, passkey: string): string => `tribe-lock:v1:${uid}:${passkey}`;

const importLockKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);

/** The parts of a passkey's touch that the lock needs. */
export interface LockTouch {
  readonly id: string;
  readonly prf: Bytes;
}

const sealKey = async (uid: string, { id, prf }: LockTouch, raw: Bytes) => ({
  passkey: id,
  sealed: await sealBytes(await prfKey(prf, { kind: "lock" }, uid), boundTo(uid, id), raw),
});

const openRawKey = async (record: AccountRecord, { id, prf }: LockTouch): Promise<Bytes> => {
  const entry = record.lock?.keys.find(({ passkey }) => passkey === id);
  if (!entry) throw new PasskeyError("unfit");
  const raw = await openBytes(await prfKey(prf, { kind: "lock" }, record.uid), boundTo(record.uid, id), entry.sealed);
  if (raw?.length !== keyLength) throw new PasskeyError("unfit");
  return raw;
};

/** The lock's key, decrypted with the touch of one of its passkeys. @throws PasskeyError `unfit` when it unlocks nothing here */
export const openLock = async (record: AccountRecord, touch: LockTouch): Promise<CryptoKey> => {
  const raw = await openRawKey(record, touch);
  return consuming([raw], () => importLockKey(raw));
};

/** A locked record, and the key that unlocks it. */
export interface Locked {
  readonly record: AccountRecord;
  readonly key: CryptoKey;
}

/**
 * Locks this browser's shares with a passkey. If they were locked before, `known` is the touch of a passkey that unlocked them,
 * and which continues to do so.
 * @throws PasskeyError `unfit`, DamagedShareError
 */
export const lockRecord = async (
  record: AccountRecord,
  touch: LockTouch,
  known: LockTouch | null = null,
): Promise<Locked> => {
  const { uid, lock } = record;
  const raw = lock && known ? await openRawKey(record, known) : crypto.getRandomValues(new Uint8Array(keyLength));
  return consuming([raw], async () => {
    const key = await importLockKey(raw);
    const others = lock && known ? lock.keys.filter(({ passkey }) => passkey !== touch.id) : [];
    const next: WalletLock = {
      format: storageFormat,
      idleMinutes: lock?.idleMinutes ?? defaultIdleMinutes,
      keys: [...others, await sealKey(uid, touch, raw)],
    };
    const shares = [];
    for (const share of record.shares) {
      if (share.isLocked) {
        shares.push(share);
        continue;
      }
      const plain = await openShare(record, share, null);
      try {
        shares.push(await lockShare(record, share, { key, plain }));
      } finally {
        wipe(plain);
      }
    }
    return { record: { ...record, shares, lock: next }, key };
  });
};

/** A record without a share that is damaged under its lock, and without the lock if that was its last share. */
export const withoutDamaged = (record: AccountRecord, { version, iv }: SealedShare): AccountRecord => {
  const isIt = (share: SealedShare): boolean =>
    share.version === version && share.iv.every((byte, index) => byte === iv[index]);
  const rest = { ...record, shares: record.shares.filter((share) => !isIt(share)) };
  return rest.shares.some(({ isLocked }) => isLocked) ? rest : withoutLocked(rest);
};

/** A record without its lock and the shares under it, for when they can't be unlocked any more. */
export const withoutLocked = ({ lock: _, ...record }: AccountRecord): AccountRecord => ({
  ...record,
  shares: record.shares.filter(({ isLocked }) => !isLocked),
});
