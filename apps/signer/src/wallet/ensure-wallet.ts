import { type Address, type AnswerOf, routes } from "@tribe/contract";
import { consuming } from "../keys/bytes.ts";
import { DamagedShareError, isIntact } from "../keys/device.ts";
import { generateSeed, importSeed, type WalletKey } from "../keys/ed25519.ts";
import { WrongShareError } from "../keys/shares.ts";
import type { Spending } from "../outflow/declaration.ts";
import type { AccountRecord, SealedShare } from "../storage/account-record.ts";
import { isReady, isWaitOver, ownRecovery, takeRecovered } from "./recovery-wait.ts";
import {
  challengesOf,
  confirmSharing,
  establishSharing,
  fetchServerShare,
  loadRecord,
  rebuildFromServer,
  type WalletDependencies,
} from "./sharing.ts";
import { recoveryNeeded, WalletError, walletMissing } from "./wallet-error.ts";

/** The server's state of the account's wallet. */
export type WalletInfo = AnswerOf<typeof routes.wallet.wallet>;

export const fetchInfo = ({ api }: WalletDependencies): Promise<WalletInfo> => api(routes.wallet.wallet, {});

/** The highest version of this device on the server, pending ones included; 0 for none. */
export const newestVersion = (info: WalletInfo, record: AccountRecord): number =>
  Math.max(0, ...info.devices.filter(isOf(record)).map((device) => device.version));

const isOf =
  (record: AccountRecord) =>
  (device: WalletInfo["devices"][number]): boolean =>
    device.devicePublicKey === record.devicePublicKey;

const serverStateOf = (info: WalletInfo, record: AccountRecord, share: SealedShare): "pending" | "active" | null =>
  info.devices.filter(isOf(record)).find((device) => device.version === share.version)?.state ?? null;

/** Finishes a sharing that a crash left incomplete, if both halves exist and match. */
const resume = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  share: SealedShare,
): Promise<Address | null> => {
  try {
    await rebuildFromServer(dependencies, record, share);
  } catch (error) {
    if (error instanceof WrongShareError || error instanceof DamagedShareError) return null;
    throw error;
  }
  return confirmSharing(dependencies, record, share);
};

/** The shares that can be decrypted; damaged ones are left out. */
const intactShares = async (record: AccountRecord): Promise<readonly SealedShare[]> => {
  const intact: SealedShare[] = [];
  for (const share of record.shares) if (await isIntact(record, share)) intact.push(share);
  return intact;
};

/** This browser's usable share of the wallet at `address`, made active if a crash left it pending. */
export const usableShare = async (
  dependencies: WalletDependencies,
  info: WalletInfo,
  record: AccountRecord,
): Promise<SealedShare> => {
  const fitting = (await intactShares(record)).filter((share) => share.address === info.address);
  const active = fitting.find((share) => share.state === "active" && serverStateOf(info, record, share) === "active");
  if (active) return active;
  for (const share of fitting)
    if (serverStateOf(info, record, share) !== null && (await resume(dependencies, record, share))) return share;
  throw recoveryNeeded();
};

/** The address of the wallet in this browser, which is taken first if its wait is over. @throws WalletError `recovery_needed` */
const addressHere = async (
  dependencies: WalletDependencies,
  info: WalletInfo,
  record: AccountRecord,
): Promise<Address> => {
  try {
    const share = await usableShare(dependencies, info, record);
    // Using the wallet without signing also counts as use: while somebody does, a mailed link to somebody else must wait.
    if (info.devices.filter(isOf(record)).some(({ isUseDue }) => isUseDue))
      await fetchServerShare(dependencies, record, share.version).catch(() => undefined); // the next start reports it
    return share.address;
  } catch (thrown) {
    const wait = isRecoveryNeeded(thrown) ? ownRecovery(info, record) : null;
    if (!wait || !isReady(wait, info)) throw thrown;
    return takeAwaitedWallet(dependencies, info, record).catch((error: unknown) => {
      // Of another session of this browser's: it is asked for anew.
      if (isWaitOver(error)) throw thrown;
      throw error;
    });
  }
};

/** Takes the wallet that this browser has waited for. Whoever calls has the account to themselves. @throws as {@link takeRecovered} */
export const takeAwaitedWallet = (
  dependencies: WalletDependencies,
  info: WalletInfo,
  record: AccountRecord,
): Promise<Address> =>
  takeRecovered(dependencies, record, {
    newestVersion: newestVersion(info, record),
    nextChallenge: challengesOf(dependencies, info),
  });

const isRecoveryNeeded = (thrown: unknown): boolean =>
  thrown instanceof WalletError && thrown.code === "recovery_needed";

const createNew = async (
  dependencies: WalletDependencies,
  info: WalletInfo,
  record: AccountRecord,
): Promise<Address> => {
  const { seed, address } = await generateSeed();
  return consuming([seed], async () => {
    const key = await importSeed(seed, address);
    if (!key) throw new WrongShareError("a new key does not fit its address");
    const nextChallenge = challengesOf(dependencies, info);
    return establishSharing(dependencies, record, seed, key, newestVersion(info, record), { nextChallenge });
  });
};

/**
 * Creates the account's wallet, or finds the existing one. After a crash it finishes a pending sharing, or replaces it while no
 * wallet exists yet.
 * @throws WalletError `recovery_needed`, ApiError, StorageError
 */
export const ensureWallet = async (dependencies: WalletDependencies): Promise<Address> => {
  const asked = await fetchInfo(dependencies);
  const { uid } = asked;
  return dependencies.store.exclusive(uid, async () => {
    const record = await loadRecord(dependencies, uid);
    // A tab that ran before has stored its share here before its first call to the server: without a share the state is still
    // current. Changes by other browsers are refused by the server in any case.
    const info = record.shares.length === 0 ? asked : await fetchInfo(dependencies);
    if (info.address !== null) return addressHere(dependencies, info, record);
    for (const share of await intactShares(record)) {
      if (serverStateOf(info, record, share) !== "pending") continue;
      const resumed = await resume(dependencies, record, share);
      if (resumed) return resumed;
    }
    return createNew(dependencies, info, record);
  });
};

/**
 * Whether this browser can sign, found out without touching a key.
 * @throws WalletError `wallet_missing`, ApiError, StorageError
 */
export const hasUsableShare = async (dependencies: WalletDependencies): Promise<boolean> => {
  const info = await fetchInfo(dependencies);
  return holdsUsableShare(info, await dependencies.store.get(info.uid));
};

/** Like {@link hasUsableShare}, from state that was loaded already. @throws WalletError `wallet_missing` */
export const holdsUsableShare = async (info: WalletInfo, record: AccountRecord | null): Promise<boolean> => {
  if (info.address === null) throw walletMissing();
  if (!record) return false;
  return (await intactShares(record)).some(
    (share) => share.address === info.address && serverStateOf(info, record, share) !== null,
  );
};

/**
 * The key of the account's wallet, for one signature. Nothing is kept between signatures.
 * @param spending what the signature lets out, which the server counts first; null if it lets out nothing
 * @throws WalletError `wallet_missing` or `recovery_needed`, WrongShareError, ApiError, StorageError
 */
export const unlockKey = async (
  dependencies: WalletDependencies,
  spending: Spending | null = null,
): Promise<WalletKey> => {
  const info = await fetchInfo(dependencies);
  const nextChallenge = challengesOf(dependencies, info);
  if (info.address === null) throw walletMissing();
  const record = await dependencies.store.get(info.uid);
  if (!record) throw recoveryNeeded();
  const share = await dependencies.store.exclusive(info.uid, () => usableShare(dependencies, info, record));
  return rebuildFromServer(dependencies, record, share, { nextChallenge, spending });
};
