import {
  type Address,
  type AnswerOf,
  type ApiCall,
  type Base64,
  maxWalletTimeouts,
  ownershipText,
  type Pause,
  routes,
  untilAnswered,
  walletActions,
} from "@tribe/contract";
import { storageReasons } from "@tribe/domain/words";
import { type Bytes, consuming, fromBase64, toBase64 } from "../keys/bytes.ts";
import {
  createAccountRecord,
  DamagedShareError,
  openShare,
  proveDevice,
  proveSpend,
  sealShare,
} from "../keys/device.ts";
import { signProof, type WalletKey } from "../keys/ed25519.ts";
import { rebuildKey, splitSeed } from "../keys/shares.ts";
import type { Spending } from "../outflow/declaration.ts";
import { withoutDamaged } from "../passkeys/lock.ts";
import type { UnlockedKeys } from "../passkeys/unlocked.ts";
import { type AccountRecord, type AccountStore, type SealedShare, StorageError } from "../storage/account-record.ts";

/** Dependencies of every operation of the wallet. */
export interface WalletDependencies {
  /** Calls of the wallet routes, with the frame's token. */
  readonly api: ApiCall;
  readonly store: AccountStore;
  /** The unlocked keys. Absent if nothing is ever locked. */
  readonly unlocked?: UnlockedKeys;
  /** Between two tries of what is the same when it is asked twice. */
  readonly pause?: Pause;
}

/** This browser's record of the account, created on first use. */
export const loadRecord = async ({ store }: WalletDependencies, uid: string): Promise<AccountRecord> => {
  const found = await store.get(uid);
  if (found) return found;
  const made = await createAccountRecord(uid);
  await store.put(made);
  return made;
};

export const newChallenge = async ({ api }: WalletDependencies): Promise<string> =>
  (await api(routes.wallet.challenge, {})).challenge;

/** The server accepts a challenge for 60 s. */
const challengeKeptMs = 30_000;

/** Returns an unused challenge. */
export type NextChallenge = () => Promise<string>;

/**
 * Returns the challenges that came with the wallet's state, each once, which saves a request per proof. Requests a new one when
 * none is left, or when they are so old that the server may reject them.
 */
export const challengesOf = (
  dependencies: WalletDependencies,
  { challenges = [] }: Pick<AnswerOf<typeof routes.wallet.wallet>, "challenges">,
): NextChallenge => {
  const givenAt = Date.now();
  const left = [...challenges];
  return async () => {
    const next = left.shift();
    return next !== undefined && Date.now() - givenAt < challengeKeptMs ? next : newChallenge(dependencies);
  };
};

interface ShareOptions {
  readonly nextChallenge?: NextChallenge;
  /** What the share's next signature lets out: the server counts it before it gives the share. */
  readonly spending?: Spending | null;
}

/**
 * The server's share of this browser's sharing; asked for again, by a new proof, where the answer is lost.
 * @throws ApiError of the calls
 */
export const fetchServerShare = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  version: number,
  { nextChallenge = () => newChallenge(dependencies), spending = null }: ShareOptions = {},
): Promise<Base64> =>
  untilAnswered(
    async () => {
      const { devicePublicKey } = record;
      const challenge = await nextChallenge();
      const device = await (spending
        ? proveSpend(record, challenge, spending.spend)
        : proveDevice(record, walletActions.share, challenge));
      const body = { devicePublicKey, version, device, ...(spending ? countedBody(spending) : {}) };
      return (await dependencies.api(routes.wallet.fetchShare, { body })).serverShare;
    },
    dependencies.pause,
    maxWalletTimeouts,
  );

const countedBody = ({ spend, message }: Spending) => (message ? { spend, message: toBase64(message) } : { spend });

/**
 * Rebuilds the key from this browser's share and the server's.
 * @throws ApiError of the calls, WrongShareError, DamagedShareError, StorageError
 */
export const rebuildFromServer = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  share: SealedShare,
  options: ShareOptions = {},
): Promise<WalletKey> => {
  const serverShare = await fetchServerShare(dependencies, record, share.version, options);
  return rebuildKey([await openOwnShare(dependencies, record, share), fromBase64(serverShare)], share.address);
};

/**
 * This browser's decrypted share; the caller overwrites it. A share that is damaged under its lock is dropped: that only shows
 * here, and otherwise the passkey would be asked for again each time. @throws LockedShareError, DamagedShareError
 */
export const openOwnShare = async (
  { store, unlocked }: WalletDependencies,
  record: AccountRecord,
  share: SealedShare,
): Promise<Bytes> => {
  if (!share.isLocked) return openShare(record, share, null);
  const key = (await unlocked?.find(record.uid)) ?? null;
  const plain = await openShare(record, share, key).catch(async (error: unknown) => {
    const kept = error instanceof DamagedShareError ? await store.get(record.uid) : null;
    if (kept) await store.put(withoutDamaged(kept, share));
    throw error;
  });
  unlocked?.used(record.uid);
  return plain;
};

/** Phase two: the server activates the sharing and drops older ones of this device; then this browser does the same. */
export const confirmSharing = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  share: SealedShare,
  nextChallenge: NextChallenge = () => newChallenge(dependencies),
): Promise<Address> => {
  const device = await proveDevice(record, walletActions.confirm, await nextChallenge());
  const { devicePublicKey } = record;
  const body = { devicePublicKey, version: share.version, device };
  const { address } = await dependencies.api(routes.wallet.confirmSharing, { body });
  // An older lock has nothing to lock any more.
  const { lock, ...rest } = record;
  await dependencies.store.put({
    ...rest,
    ...(share.isLocked && lock ? { lock } : {}),
    shares: [{ ...share, state: "active" }],
  });
  return address;
};

/**
 * Gives this browser its own sharing of a key: stored as pending on both sides, read back from both, checked against the address,
 * and only then activated. If it stops at any point, the former sharing stays active, and running `create` again finishes or
 * replaces the new one.
 * @param newestVersion the highest version of this device on the server, 0 for none
 * @param forMail whether a mailed link may bring the wallet back: only then the server gets the share for it
 * @param nextChallenge of the wallet's state, if that was loaded just now
 */
export const establishSharing = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  seed: Uint8Array,
  key: WalletKey,
  newestVersion: number,
  {
    forMail = true,
    nextChallenge = () => newChallenge(dependencies),
  }: { readonly forMail?: boolean; readonly nextChallenge?: NextChallenge } = {},
): Promise<Address> => {
  const version = newestVersion + 1;
  const { address } = key;
  const shares = await splitSeed(seed);
  await consuming([shares.device, shares.server, shares.recovery], async () => {
    const pending = await sealShare(record, { version, address }, shares.device);
    // The server no longer knows this share, so it is worthless, and its number can be used again.
    const active = record.shares.filter((share) => share.state === "active" && share.version < version);
    await dependencies.store.put({ ...record, shares: [...active, pending] });
    const challenge = await nextChallenge();
    const { devicePublicKey } = record;
    const body = {
      address,
      sharing: {
        serverShare: toBase64(shares.server),
        recoveryShare: forMail ? toBase64(shares.recovery) : null,
        devicePublicKey,
        version,
      },
      device: await proveDevice(record, walletActions.store, challenge),
      ownership: await signProof(key, ownershipText(record.uid, challenge, devicePublicKey)),
    };
    await dependencies.api(routes.wallet.storeSharing, { body });
  });

  const kept = await dependencies.store.get(record.uid);
  const pending = kept?.shares.find((share) => share.version === version);
  if (!kept || !pending) throw new StorageError(storageReasons.gone);
  await rebuildFromServer(dependencies, kept, pending, { nextChallenge });
  return confirmSharing(dependencies, kept, pending, nextChallenge);
};
