import {
  type Address,
  type AnswerOf,
  moveEndText,
  moveText,
  ownershipText,
  routes,
  type WalletAction,
  walletActions,
} from "@tribe/contract";
import { storageReasons, walletErrorTexts } from "@tribe/domain/words";
import { consuming, fromBase64, toBase64 } from "../keys/bytes.ts";
import { openShare, proveDevice, sealShare } from "../keys/device.ts";
import { generateSeed, importSeed, signProof, type WalletKey } from "../keys/ed25519.ts";
import { openFormerKey, sealFormerSeed } from "../keys/former-key.ts";
import { splitSeed, WrongShareError, withSeed } from "../keys/shares.ts";
import { type AccountRecord, type SealedShare, StorageError } from "../storage/account-record.ts";
import { fetchInfo, newestVersion, usableShare, type WalletInfo } from "./ensure-wallet.ts";
import { fetchServerShare, newChallenge, openOwnShare, type WalletDependencies } from "./sharing.ts";
import { recoveryNeeded, WalletError, walletMissing } from "./wallet-error.ts";

/** This browser's part of the account's wallet. */
interface OwnPart {
  readonly info: WalletInfo;
  readonly record: AccountRecord;
  readonly share: SealedShare;
}

const ownPart = async (dependencies: WalletDependencies, uid: string): Promise<OwnPart> => {
  const info = await fetchInfo(dependencies);
  const found = await dependencies.store.get(uid);
  if (info.address === null) throw walletMissing();
  if (!found) throw recoveryNeeded();
  const share = await usableShare(dependencies, info, found);
  // Finding the share may have made it active.
  return { info, record: (await dependencies.store.get(uid)) ?? found, share };
};

/** Runs with the seed of the account's wallet, overwritten afterwards. */
const withWalletSeed = async <T>(
  dependencies: WalletDependencies,
  { record, share }: OwnPart,
  use: (seed: Uint8Array, key: WalletKey) => Promise<T>,
): Promise<T> => {
  const serverShare = fromBase64(await fetchServerShare(dependencies, record, share.version));
  return withSeed([await openOwnShare(dependencies, record, share), serverShare], share.address, use);
};

const prove = async (dependencies: WalletDependencies, record: AccountRecord, action: WalletAction) =>
  proveDevice(record, action, await newChallenge(dependencies));

/**
 * Creates a new wallet, gives this browser its share, and moves the account to it, signed by both keys. What the former wallet
 * owns stays there until {@link openBothKeys} moves it; its key is encrypted with the new one's from then on. If it stops before
 * the last call, nothing has changed; if that call's answer is lost, the next unlock finds the new wallet here.
 * @throws WalletError, ApiError `wait_not_over`, `proof_needed`, `conflict`, and others; StorageError
 */
export const moveToNewWallet = async (dependencies: WalletDependencies, proof: string): Promise<Address> => {
  const { api, store } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  return store.exclusive(uid, async () => {
    const own = await ownPart(dependencies, uid);
    const { record } = own;
    const { devicePublicKey } = record;
    const from = own.share.address;
    return withWalletSeed(dependencies, own, async (former, formerKey) => {
      const { seed, address: to } = await generateSeed();
      const names = { uid, from, to };
      const version = newestVersion(own.info, record) + 1;
      const stored = await consuming([seed], async () => {
        const key = await importSeed(seed, to);
        if (!key) throw new WrongShareError("a new key does not fit its address");
        const shares = await splitSeed(seed);
        return consuming([shares.device, shares.server, shares.recovery], async () => {
          const pending = await sealShare(record, { version, address: to }, shares.device);
          await store.put({ ...record, shares: [...record.shares.filter(({ state }) => state === "active"), pending] });
          const device = await prove(dependencies, record, walletActions.storeMove);
          const body = {
            to,
            sharing: {
              serverShare: toBase64(shares.server),
              recoveryShare: toBase64(shares.recovery),
              devicePublicKey,
              version,
            },
            sealedKey: toBase64(await sealFormerSeed(names, { former, own: seed })),
            proof,
            device,
            ownership: await signProof(key, ownershipText(uid, device.challenge, devicePublicKey)),
          };
          return api(routes.wallet.storeMove, { body });
        });
      });
      // From the data stored on both sides only: both keys must be recoverable from it before anything changes.
      const kept = await store.get(uid);
      const pending = kept?.shares.find((share) => share.version === version && share.address === to);
      if (!kept || !pending) throw new StorageError(storageReasons.gone);
      await withSeed([await openShare(kept, pending, null), fromBase64(stored.serverShare)], to, async (own, key) => {
        await openFormerKey(names, own, fromBase64(stored.sealedKey));
        const device = await prove(dependencies, record, walletActions.confirmMove);
        const at = (await fetchInfo(dependencies)).now;
        const text = moveText({ ...names, at }, device.challenge);
        const [saidByFrom, saidByTo] = [await signProof(formerKey, text), await signProof(key, text)];
        const body = { from, to, at, proof, devicePublicKey, device, saidByFrom, saidByTo };
        await api(routes.wallet.confirmMove, { body });
      });
      // The former passkeys lock nothing here: they belong to the other wallet.
      const { lock: _, ...rest } = kept;
      await store.put({ ...rest, shares: [{ ...pending, state: "active" }] });
      return to;
    });
  });
};

/** The keys of both wallets of a move, as long as the former one's is kept. */
export interface BothKeys {
  readonly from: WalletKey;
  readonly to: WalletKey;
  /** Tribes whose creator is still the former wallet, according to the server. */
  readonly tribes: AnswerOf<typeof routes.wallet.formerKey>["tribes"];
  /** Accounts of compressed tokens of the former wallet, according to the server; null when nobody could say. */
  readonly claims: number | null;
  /** The server's time, ms since 1970. */
  readonly now: number;
}

/**
 * The keys of both wallets, in any browser that has the new one, until the move is finished and for thirty days more.
 * @throws WalletError, ApiError `wallet_missing` if the former key is not kept, WrongShareError
 */
export const openBothKeys = async (dependencies: WalletDependencies): Promise<BothKeys> => {
  const { api, store } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  return store.exclusive(uid, async () => {
    const own = await ownPart(dependencies, uid);
    const { devicePublicKey } = own.record;
    const device = await prove(dependencies, own.record, walletActions.formerKey);
    const {
      from,
      sealedKey,
      tribes,
      claims = 0,
    } = await api(routes.wallet.formerKey, { body: { devicePublicKey, device } });
    const names = { uid, from, to: own.share.address };
    return withWalletSeed(dependencies, own, async (seed, key) => ({
      from: await openFormerKey(names, seed, fromBase64(sealedKey)),
      to: key,
      ...{ tribes, claims, now: own.info.now },
    }));
  });
};

/**
 * Finishes the move, once the server's nodes show nothing at the former wallet: the server deletes its key thirty days later.
 * @throws ApiError `conflict` if something is left
 */
export const finishMove = async (dependencies: WalletDependencies): Promise<void> => {
  const { uid, move } = await fetchInfo(dependencies);
  if (!move) throw new WalletError("refused", walletErrorTexts.notMoved);
  await dependencies.store.exclusive(uid, async () => {
    const own = await ownPart(dependencies, uid);
    await withWalletSeed(dependencies, own, async (_seed, key) => {
      const device = await prove(dependencies, own.record, walletActions.finishMove);
      const ownership = await signProof(key, moveEndText(uid, device.challenge, move.from));
      const body = { devicePublicKey: own.record.devicePublicKey, device, ownership };
      await dependencies.api(routes.wallet.finishMove, { body });
    });
  });
};
