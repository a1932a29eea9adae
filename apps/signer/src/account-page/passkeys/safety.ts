import { type Address, type RecoveryWayInfo, routes, walletActions } from "@tribe/contract";
import { passkeyDoneTexts } from "@tribe/domain/words";
import { wipe } from "../../keys/bytes.ts";
import { proveDevice } from "../../keys/device.ts";
import { addPasskey, type PasskeyDependencies, withPrf } from "../../passkeys/add-passkey.ts";
import { type idleMinutesChoices, lockRecord } from "../../passkeys/lock.ts";
import type { UnlockedKeys } from "../../passkeys/unlocked.ts";
import { fetchInfo, holdsUsableShare, type WalletInfo } from "../../wallet/ensure-wallet.ts";
import { newChallenge } from "../../wallet/sharing.ts";
import { recoveryNeeded, walletMissing } from "../../wallet/wallet-error.ts";

/** Dependencies of the wallet's own page. */
export interface PasskeyPageDependencies extends PasskeyDependencies {
  readonly unlocked: UnlockedKeys;
}

/** The state that the page shows. */
export interface SafetyState {
  readonly address: Address;
  readonly email: string;
  readonly recovery: "mail_link" | "passkey";
  readonly ways: readonly RecoveryWayInfo[];
  /** Whether a recovery kit was tried. */
  readonly hasKit: boolean;
  /** The server's clock. */
  readonly now: number;
  /** Minutes after which this browser locks; null if no passkey locks it. */
  readonly idleMinutes: number | null;
  /** Whether this browser supports passkeys here. */
  readonly canUsePasskeys: boolean;
}

/** Loads the state. @throws WalletError `wallet_missing`, `recovery_needed` if this browser can't use the wallet; ApiError */
export const readSafety = async (dependencies: PasskeyPageDependencies): Promise<SafetyState> => {
  const safety = await safetyOf(dependencies, await fetchInfo(dependencies));
  if (!safety) throw recoveryNeeded();
  return safety;
};

/** The state by what the server has just said; null if this browser can't use the wallet. @throws WalletError `wallet_missing` */
export const safetyOf = async (
  { store, authenticator }: Pick<PasskeyPageDependencies, "store" | "authenticator">,
  info: WalletInfo,
): Promise<SafetyState | null> => {
  const { uid, email, address, recovery, ways, kit = null, now } = info;
  if (address === null) throw walletMissing();
  const record = await store.get(uid);
  if (!(await holdsUsableShare(info, record))) return null;
  return {
    ...{ address, email, ways, now },
    hasKit: kit !== null,
    recovery: recovery === "passkey" ? "passkey" : "mail_link",
    idleMinutes: record?.lock?.idleMinutes ?? null,
    canUsePasskeys: authenticator.isThere(),
  };
};

/** The kind of this device in a familiar word: the name of a passkey made here. */
const deviceName = (agent: string): string =>
  ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"].find((name) => agent.includes(name)) ?? "Browser";

/** Adds a passkey. @returns the text to show @throws as `addPasskey` */
export const addPasskeyHere = async (dependencies: PasskeyPageDependencies): Promise<string> => {
  const { way, recovery } = await addPasskey(dependencies, `Passkey from ${deviceName(navigator.userAgent)}`);
  if (recovery === "passkey") return passkeyDoneTexts.addedSecond;
  return way.from <= way.addedAt ? passkeyDoneTexts.added : passkeyDoneTexts.addedLater;
};

/** Stops or ends a passkey. @throws ApiError, WalletError */
export const removePasskey = async (dependencies: PasskeyPageDependencies, id: string): Promise<string> => {
  const { api, store } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  const record = await store.get(uid);
  if (!record) throw recoveryNeeded();
  const device = await proveDevice(record, walletActions.removePasskey, await newChallenge(dependencies));
  const body = { id, device: { devicePublicKey: record.devicePublicKey, ...device } };
  const { ways } = await api(routes.wallet.removePasskey, { body });
  return ways.some((way) => way.id === id) ? passkeyDoneTexts.endsLater : passkeyDoneTexts.removed;
};

/** Locks this browser with a passkey that the wallet already has. @throws PasskeyError, WalletError */
export const lockThisBrowser = async (dependencies: PasskeyPageDependencies): Promise<string> => {
  const { authenticator, store, unlocked } = dependencies;
  const { uid, ways } = await fetchInfo(dependencies);
  const ids = ways.filter(({ kind }) => kind === "passkey").map(({ id }) => id);
  const touch = withPrf(await authenticator.touch({ ids, challenge: crypto.getRandomValues(new Uint8Array(32)) }));
  try {
    await store.exclusive(uid, async () => {
      const record = await store.get(uid);
      if (!record) throw recoveryNeeded();
      const locked = await lockRecord(record, touch);
      await store.put(locked.record);
      unlocked.hold(uid, locked.key, locked.record.lock?.idleMinutes ?? 0);
    });
  } finally {
    wipe(touch.prf);
  }
  return passkeyDoneTexts.locks;
};

/** Sets after how many minutes without use this browser locks. @throws WalletError */
export const setIdleMinutes = async (
  dependencies: PasskeyPageDependencies,
  idleMinutes: (typeof idleMinutesChoices)[number],
): Promise<string> => {
  const { store, unlocked } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  await store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (!record?.lock) throw recoveryNeeded();
    await store.put({ ...record, lock: { ...record.lock, idleMinutes } });
  });
  const key = await unlocked.find(uid);
  if (key) unlocked.hold(uid, key, idleMinutes);
  return "Saved.";
};
