import { wipe } from "../keys/bytes.ts";
import type { AccountRecord } from "../storage/account-record.ts";
import type { WalletDependencies } from "../wallet/sharing.ts";
import { withPrf } from "./add-passkey.ts";
import type { Authenticator } from "./authenticator.ts";
import { openLock } from "./lock.ts";

/** This browser's record if it is locked now, else null. */
export const shutRecord = async (
  { store, unlocked }: WalletDependencies,
  uid: string,
): Promise<AccountRecord | null> => {
  const record = await store.get(uid);
  if (!record?.lock || !record.shares.some(({ isLocked }) => isLocked)) return null;
  return (await unlocked?.find(uid)) ? null : record;
};

/** Unlocks a locked record by a touch. @throws PasskeyError */
export const openByTouch = async (
  { unlocked }: WalletDependencies,
  authenticator: Authenticator,
  record: AccountRecord,
): Promise<void> => {
  const ids = record.lock?.keys.map(({ passkey }) => passkey) ?? [];
  const touch = withPrf(await authenticator.touch({ ids, challenge: crypto.getRandomValues(new Uint8Array(32)) }));
  try {
    unlocked?.hold(record.uid, await openLock(record, touch), record.lock?.idleMinutes ?? 0);
  } finally {
    wipe(touch.prf);
  }
};
