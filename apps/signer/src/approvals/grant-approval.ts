import {
  type AnswerOf,
  approvalSubject,
  approvalText,
  approvedHalvesText,
  passkeyChallengeText,
  routes,
  walletActions,
} from "@tribe/contract";
import { digitsOf } from "@tribe/domain/money";
import { approvalTexts } from "@tribe/domain/words";
import { consuming, fromBase64, toBase64, wipe } from "../keys/bytes.ts";
import { proveDevice, signByDevice } from "../keys/device.ts";
import { signProof } from "../keys/ed25519.ts";
import { splitSeed, withSeed } from "../keys/shares.ts";
import { challengeBytes, type PasskeyDependencies } from "../passkeys/add-passkey.ts";
import { PasskeyError } from "../passkeys/authenticator.ts";
import { openLock } from "../passkeys/lock.ts";
import { openByTouch, shutRecord } from "../passkeys/open-lock.ts";
import { passkeysInForce } from "../passkeys/recover-by-passkey.ts";
import type { AccountRecord } from "../storage/account-record.ts";
import { fetchInfo, usableShare, type WalletInfo } from "../wallet/ensure-wallet.ts";
import { fetchServerShare, newChallenge, openOwnShare, type WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded, WalletError, walletMissing } from "../wallet/wallet-error.ts";
import { commitmentOf, numberOf, randomNonce, sealHalf, sha256 } from "./approval-crypto.ts";

/** Another browser's request, as the server relays it. */
export type AskedApproval = NonNullable<AnswerOf<typeof routes.wallet.approval>["approval"]>;

/** A request that this browser must answer. */
export interface ApprovalRequest {
  readonly asked: AskedApproval;
  /** `new`: not answered yet. `waits`: the other browser must reveal its nonce. `ready`: its number can be compared. */
  readonly stage: "new" | "waits" | "ready";
}

/** The open request of another browser; null if there is none, or it was answered. @throws ApiError */
export const findApprovalRequest = async (
  dependencies: WalletDependencies,
  uid: string,
): Promise<ApprovalRequest | null> => {
  const { approval: asked } = await dependencies.api(routes.wallet.approval, {});
  if (!asked || asked.isOwn || asked.state === "refused" || asked.state === "approved") return null;
  const record = await dependencies.store.get(uid);
  const isOpened = isAnswering(record, asked) && asked.approver?.devicePublicKey === record?.devicePublicKey;
  if (!isOpened) return { asked, stage: "new" };
  return { asked, stage: asked.nonce ? "ready" : "waits" };
};

/** How a request ended; `over`: it expired, was withdrawn, or the other browser already has what it was given. */
export type RequestEnd = "given" | "refused" | "over";

/** How a request ended that is no longer open. @throws ApiError */
export const endOfRequest = async ({ api }: Pick<WalletDependencies, "api">, request: string): Promise<RequestEnd> => {
  const { approval } = await api(routes.wallet.approval, {});
  if (approval?.request !== request) return "over";
  return approval.state === "approved" ? "given" : approval.state === "refused" ? "refused" : "over";
};

const isAnswering = (record: AccountRecord | null, { request, commitment }: AskedApproval): boolean =>
  record?.answering?.request === request && record.answering.commitment === commitment;

/**
 * Sends this browser's nonce, bound to the other one's commitment: after a reload it is the same.
 * @throws WalletError `recovery_needed`, ApiError `conflict` if another browser answers; StorageError
 */
export const openApprovalRequest = async (
  dependencies: WalletDependencies,
  uid: string,
  asked: AskedApproval,
): Promise<void> => {
  const { api, store } = dependencies;
  await store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (!record) throw recoveryNeeded();
    const { request, commitment } = asked;
    const known = isAnswering(record, asked) ? record.answering : undefined;
    const answering = known ?? { request, commitment, nonce: randomNonce() };
    if (!known) await store.put({ ...record, answering });
    const { devicePublicKey } = record;
    const device = await proveDevice(record, walletActions.openApproval, await newChallenge(dependencies));
    const body = { request, devicePublicKey, nonce: answering.nonce, device };
    await api(routes.wallet.openApproval, { body });
  });
};

/**
 * The number that the other browser must show. @throws WalletError `refused` if somebody between the two has changed something
 */
const numberFor = async (record: AccountRecord, info: WalletInfo, asked: AskedApproval): Promise<string> => {
  const { uid, address } = info;
  const { request, commitment, nonce, devicePublicKey, agreementKey } = asked;
  const own = record.answering;
  if (address === null) throw walletMissing();
  const subject = { uid, address, devicePublicKey, agreementKey };
  const isKept = own !== undefined && isAnswering(record, asked) && nonce !== null;
  if (!isKept || (await commitmentOf(subject, nonce)) !== commitment)
    throw new WalletError("refused", approvalTexts.changed);
  const approver = { devicePublicKey: record.devicePublicKey, nonce: own.nonce };
  return numberOf({ ...subject, request, commitment, nonce, approver });
};

/** Whether all digits of a number are typed; spaces and other characters between them are ignored. */
export const isWholeNumber = (typed: string): boolean => digitsOf(typed).length === 9;

/**
 * Gives the other browser a sharing of its own if the typed number equals the one that this browser computed. Needs a passkey's
 * touch if one is active, and if the wallet is locked.
 * @throws WalletError `refused` with the reason; PasskeyError, ApiError, StorageError
 */
export const approveDevice = async (
  dependencies: PasskeyDependencies,
  uid: string,
  { request, typed }: { readonly request: string; readonly typed: string },
): Promise<void> => {
  const { api, store } = dependencies;
  await store.exclusive(uid, async () => {
    const info = await fetchInfo(dependencies);
    const { address } = info;
    if (address === null) throw walletMissing();
    // The keys that are compared are those that are encrypted to: nothing is fetched again in between.
    const [{ approval: asked }, record] = [await api(routes.wallet.approval, {}), await store.get(uid)];
    if (!record) throw recoveryNeeded();
    if (asked?.request !== request || asked.isOwn) throw new WalletError("refused", approvalTexts.over);
    if (digitsOf(typed) !== (await numberFor(record, info, asked)))
      throw new WalletError("refused", approvalTexts.otherNumber);
    const { devicePublicKey: asking, agreementKey } = asked;
    const subject = { uid, address, devicePublicKey: asking, agreementKey, request };
    const passkey = await touchFor(dependencies, info, approvalSubject(subject));
    const share = await usableShare(dependencies, info, record);
    const serverShare = fromBase64(await fetchServerShare(dependencies, record, share.version));
    const ownShare = await openOwnShare(dependencies, record, share);
    await withSeed([ownShare, serverShare], address, async (seed, key) => {
      const parts = await splitSeed(seed);
      const halves = await consuming([parts.device, parts.server, parts.recovery], async () => ({
        version: nextVersion(info, asking),
        serverShare: toBase64(parts.server),
        recoveryShare: info.recovery === "mail_link" ? toBase64(parts.recovery) : null,
        sealedShare: await sealHalf(subject, parts.device),
      }));
      const challenge = await newChallenge(dependencies);
      const text = approvalText(subject, await sha256(approvedHalvesText(halves)), challenge);
      const body = {
        ...{ request, address, ...halves, devicePublicKey: record.devicePublicKey },
        device: { challenge, signature: await signByDevice(record, text) },
        ownership: await signProof(key, text),
        ...(passkey ? { passkey } : {}),
      };
      await api(routes.wallet.approveDevice, { body });
    });
    const kept = await store.get(uid);
    if (kept) await store.put(withoutAnswer(kept));
  });
};

const withoutAnswer = ({ answering: _, ...record }: AccountRecord): AccountRecord => record;

const nextVersion = ({ devices }: WalletInfo, devicePublicKey: string): number =>
  1 + Math.max(0, ...devices.filter((each) => each.devicePublicKey === devicePublicKey).map(({ version }) => version));

/** One touch for exactly this request, which also unlocks a locked wallet; undefined if no passkey is active. */
const touchFor = async (dependencies: PasskeyDependencies, info: WalletInfo, subject: string) => {
  const { api, authenticator, unlocked } = dependencies;
  const { uid } = info;
  const ids = passkeysInForce(info);
  const shut = await shutRecord(dependencies, uid);
  if (ids.length === 0 && !shut) return undefined;
  if (!authenticator.isThere()) throw new PasskeyError("unsupported");
  const prove = async () => {
    const { challenge } = await api(routes.wallet.passkeyChallenge, {});
    const text = passkeyChallengeText("approve", uid, challenge, await sha256(subject));
    const { id, prf, assertion } = await authenticator.touch({ ids, challenge: await challengeBytes(text) });
    if (prf)
      try {
        const opensHere = shut?.lock?.keys.some(({ passkey }) => passkey === id);
        if (shut && opensHere) unlocked?.hold(uid, await openLock(shut, { id, prf }), shut.lock?.idleMinutes ?? 0);
      } finally {
        wipe(prf);
      }
    return { id, assertion: { challenge, ...assertion } };
  };
  const passkey = ids.length > 0 ? await prove() : undefined;
  const stillShut = await shutRecord(dependencies, uid);
  if (stillShut) await openByTouch(dependencies, authenticator, stillShut);
  return passkey;
};

/** Refuses the request. @param endsSession whether to sign that browser out, too @throws ApiError */
export const refuseApprovalRequest = async (
  { api }: Pick<WalletDependencies, "api">,
  { request }: AskedApproval,
  endsSession: boolean,
): Promise<void> => {
  await api(routes.wallet.endApproval, { body: { request, endsSession } });
};
