import {
  type Address,
  type AnswerOf,
  addressSchema,
  kitText,
  routes,
  type WalletAction,
  walletActions,
} from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import { consuming, fromBase64, wipe } from "../keys/bytes.ts";
import { proveDevice } from "../keys/device.ts";
import { importSeed, signProof } from "../keys/ed25519.ts";
import { withSeed } from "../keys/shares.ts";
import { toBase58 } from "../kit/encoding.ts";
import { keypairBytes, kitFaultTexts, makeKit, openKit } from "../kit/kit-file.ts";
import { newPassphrase } from "../kit/passphrase.ts";
import { withoutLocked } from "../passkeys/lock.ts";
import type { AccountRecord, SealedShare } from "../storage/account-record.ts";
import { fetchInfo, newestVersion } from "./ensure-wallet.ts";
import { type LinkDependencies, type MailedLink, mailLink, recordOfLink, signedLink } from "./mailed-link.ts";
import { establishSharing, loadRecord, openOwnShare, type WalletDependencies } from "./sharing.ts";
import { recoveryNeeded, WalletError, walletMissing } from "./wallet-error.ts";

/** The purpose for which the key is needed. */
export type KeyPurpose = "kit" | "export";

/** The purpose of a wait, and when it ends. */
export type KeyWait = AnswerOf<typeof routes.wallet.askForKey>;

/**
 * Mails a link that opens the wallet's own page in this browser, with a fresh proof.
 * @returns seconds until it may be asked for again
 */
export const mailProofLink = (dependencies: WalletDependencies): Promise<number> =>
  mailLink(dependencies, (devicePublicKey) =>
    dependencies.api(routes.wallet.startProof, { body: { devicePublicKey } }),
  );

/** Exchanges that link for a proof, and the token to use it with. @throws WalletError `refused` in another browser; ApiError */
export const proveByLink = async (
  { store, apiWith }: LinkDependencies,
  link: MailedLink,
): Promise<AnswerOf<typeof routes.wallet.finishProof>> => {
  const body = await signedLink(await recordOfLink(store, link), walletActions.prove, link);
  return apiWith(null)(routes.wallet.finishProof, { body });
};

const signedBody = async (
  { api }: WalletDependencies,
  record: AccountRecord,
  action: WalletAction,
): Promise<Pick<AccountRecord, "devicePublicKey"> & { device: Awaited<ReturnType<typeof proveDevice>> }> => {
  const { challenge } = await api(routes.wallet.challenge, {});
  return { devicePublicKey: record.devicePublicKey, device: await proveDevice(record, action, challenge) };
};

/** This browser's own half. @throws WalletError `recovery_needed` if it has none */
const ownShare = async (
  dependencies: WalletDependencies,
): Promise<{ readonly record: AccountRecord; readonly share: SealedShare }> => {
  const { uid, address } = await fetchInfo(dependencies);
  if (address === null) throw walletMissing();
  const record = await dependencies.store.get(uid);
  const share = record?.shares.find((each) => each.state === "active" && each.address === address);
  if (!record || !share) throw recoveryNeeded();
  return { record, share };
};

/** Begins the wait for the key or for a move, or returns the existing one. @throws WalletError, ApiError */
export const requestKey = async (
  dependencies: WalletDependencies,
  purpose: KeyWait["kind"],
  proof: string,
): Promise<KeyWait> => {
  const { record } = await ownShare(dependencies);
  const body = { purpose, proof, ...(await signedBody(dependencies, record, walletActions.askForKey)) };
  return dependencies.api(routes.wallet.askForKey, { body });
};

/** Rebuilds the seed for `use` and overwrites it afterwards. @throws ApiError `wait_not_over` and others */
const withOwnSeed = async <T>(
  dependencies: WalletDependencies,
  { purpose, proof }: { readonly purpose: KeyPurpose; readonly proof: string },
  use: (seed: Uint8Array, address: Address) => Promise<T>,
): Promise<T> => {
  const { record, share } = await ownShare(dependencies);
  const body = { purpose, proof, ...(await signedBody(dependencies, record, walletActions.takeKey)) };
  const { serverShare } = await dependencies.api(routes.wallet.takeKey, { body });
  const shares = [await openOwnShare(dependencies, record, share), fromBase64(serverShare)] as const;
  return withSeed(shares, share.address, (seed) => use(seed, share.address));
};

/** A new kit. Its passphrase is stored nowhere else. */
export interface NewKit {
  readonly text: string;
  readonly number: string;
  readonly passphrase: string;
}

/** Makes a recovery kit, once its wait is over. @throws ApiError `wait_not_over`, `proof_needed` */
export const makeRecoveryKit = (dependencies: WalletDependencies, proof: string): Promise<NewKit> =>
  withOwnSeed(dependencies, { purpose: "kit", proof }, async (seed, address) => {
    const passphrase = newPassphrase();
    return { ...(await makeKit({ seed, address, passphrase, madeAt: new Date() })), passphrase };
  });

/** The key in the format of other wallets (64 bytes, base58), once its wait is over. @throws as {@link makeRecoveryKit} */
export const exportKey = (dependencies: WalletDependencies, proof: string): Promise<string> =>
  withOwnSeed(dependencies, { purpose: "export", proof }, async (seed, address) => {
    const keypair = keypairBytes(seed, address);
    if (!keypair) throw new TypeError("the wallet's address is one");
    return consuming([keypair], async () => toBase58(keypair));
  });

/** Opens a kit of this wallet. The caller overwrites the seed. @throws WalletError `refused` with the fault */
const openOwnKit = async (dependencies: WalletDependencies, text: string, passphrase: string) => {
  const info = await fetchInfo(dependencies);
  if (info.address === null) throw walletMissing();
  const opened = await openKit(text, passphrase);
  if ("fault" in opened) throw new WalletError("refused", kitFaultTexts[opened.fault]);
  if (opened.address !== info.address) {
    wipe(opened.seed);
    const say =
      opened.address === info.move?.from ? walletErrorTexts.kitOfFormerWallet : walletErrorTexts.kitOfOtherWallet;
    throw new WalletError("refused", say(opened.address));
  }
  const key = await importSeed(opened.seed, addressSchema.parse(opened.address));
  if (key) return { info, seed: opened.seed, number: opened.number, key };
  wipe(opened.seed);
  throw new WalletError("refused", kitFaultTexts.damagedKit);
};

/** Tries a kit: its key signs for its number, and from then on the kit is valid. @throws WalletError, ApiError */
export const tryKit = async (dependencies: WalletDependencies, text: string, passphrase: string): Promise<void> => {
  const { record } = await ownShare(dependencies);
  const { info, seed, number, key } = await openOwnKit(dependencies, text, passphrase);
  await consuming([seed], async () => {
    const body = await signedBody(dependencies, record, walletActions.confirmKit);
    const ownership = await signProof(key, kitText(info.uid, body.device.challenge, number));
    await dependencies.api(routes.wallet.confirmKit, { body: { number, ...body, ownership } });
  });
};

/** Gives this browser a sharing of its own from a kit, without mail or anybody else. @throws WalletError, ApiError */
export const restoreFromKit = async (
  dependencies: WalletDependencies,
  text: string,
  passphrase: string,
): Promise<Address> => {
  const { info, seed, key } = await openOwnKit(dependencies, text, passphrase);
  return consuming([seed], () =>
    dependencies.store.exclusive(info.uid, async () => {
      const record = withoutLocked(await loadRecord(dependencies, info.uid));
      const forMail = info.recovery === "mail_link";
      return establishSharing(dependencies, record, seed, key, newestVersion(info, record), { forMail });
    }),
  );
};
