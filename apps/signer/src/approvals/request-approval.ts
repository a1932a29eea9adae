import { type Address, type AnswerOf, routes, walletActions } from "@tribe/contract";
import { consuming } from "../keys/bytes.ts";
import { proveDevice, sealShare } from "../keys/device.ts";
import { WrongShareError } from "../keys/shares.ts";
import { withoutLocked } from "../passkeys/lock.ts";
import type { AccountRecord, PendingApproval } from "../storage/account-record.ts";
import { fetchInfo } from "../wallet/ensure-wallet.ts";
import {
  confirmSharing,
  loadRecord,
  newChallenge,
  rebuildFromServer,
  type WalletDependencies,
} from "../wallet/sharing.ts";
import { walletMissing } from "../wallet/wallet-error.ts";
import { commitmentOf, makeAgreement, numberOf, openHalf, randomNonce } from "./approval-crypto.ts";

type ShownApproval = NonNullable<AnswerOf<typeof routes.wallet.approval>["approval"]>;

/** The state of this browser's request. */
export type ApprovalState =
  /** The number is known once the other browser has opened the request. */
  | { readonly kind: "waiting"; readonly number: string | null; readonly expiresAt: number }
  | { readonly kind: "here"; readonly address: Address }
  /** Refused, expired, or changed by somebody between the two. */
  | { readonly kind: "over"; readonly reason: "refused" | "expired" | "changed" };

const withoutApproval = ({ approval: _, ...record }: AccountRecord): AccountRecord => record;

const fetchOwn = async ({ api }: WalletDependencies, pending: PendingApproval): Promise<ShownApproval | null> => {
  const { approval } = await api(routes.wallet.approval, {});
  return approval?.isOwn && approval.request === pending.request ? approval : null;
};

/**
 * Asks the account's other browsers for the wallet, or continues this browser's open request, so that a reload loses nothing.
 * @throws WalletError `wallet_missing`, ApiError, StorageError
 */
export const requestApproval = async (dependencies: WalletDependencies): Promise<void> => {
  const { api, store } = dependencies;
  const { uid, address } = await fetchInfo(dependencies);
  if (address === null) throw walletMissing();
  await store.exclusive(uid, async () => {
    const record = await loadRecord(dependencies, uid);
    const known = record.approval && (await fetchOwn(dependencies, record.approval));
    if (known && known.state !== "refused") return;
    const { devicePublicKey } = record;
    const { privateKey, publicKey: agreementKey } = await makeAgreement();
    const nonce = randomNonce();
    const commitment = await commitmentOf({ uid, address, devicePublicKey, agreementKey }, nonce);
    const device = await proveDevice(record, walletActions.askForApproval, await newChallenge(dependencies));
    const body = { devicePublicKey, agreementKey, commitment, device };
    const { request } = await api(routes.wallet.askForApproval, { body });
    const approval = { request, address, privateKey, agreementKey, commitment, nonce };
    await store.put({ ...record, approval });
  });
};

/** Whether this browser has a request that is still open. @throws ApiError */
export const hasRequestedApproval = async (dependencies: WalletDependencies, uid: string): Promise<boolean> => {
  const pending = (await dependencies.store.get(uid))?.approval;
  const shown = pending ? await fetchOwn(dependencies, pending) : null;
  return shown !== null && shown.state !== "refused";
};

/**
 * Reads the state of the request and takes this browser's next step: reveals its committed nonce, once, and takes the wallet when
 * it is given. @throws WrongShareError, ApiError, StorageError
 */
export const followApproval = async (dependencies: WalletDependencies, uid: string): Promise<ApprovalState> => {
  const { api, store } = dependencies;
  return store.exclusive(uid, async () => {
    const record = await store.get(uid);
    const pending = record?.approval;
    if (!record || !pending) return { kind: "over", reason: "expired" };
    const shown = await fetchOwn(dependencies, pending);
    const end = async (reason: "refused" | "expired" | "changed"): Promise<ApprovalState> => {
      await store.put(withoutApproval(record));
      return { kind: "over", reason };
    };
    if (!shown) return end("expired");
    if (shown.state === "refused") return end("refused");
    const { expiresAt } = shown;
    if (!shown.approver) return { kind: "waiting", number: null, expiresAt };
    const approver = pending.approver ?? shown.approver;
    const { devicePublicKey, nonce } = shown.approver;
    // Whoever could replace the other's value after ours is known could choose the number.
    if (approver.devicePublicKey !== devicePublicKey || approver.nonce !== nonce) {
      await withdraw(dependencies, pending);
      return end("changed");
    }
    const kept: AccountRecord = { ...record, approval: { ...pending, approver } };
    // Stored before ours is revealed, and never replaced.
    if (!pending.approver) await store.put(kept);
    if (shown.state === "opened")
      await api(routes.wallet.revealApproval, { body: { request: pending.request, nonce: pending.nonce } });
    if (shown.approved) return { kind: "here", address: await take(dependencies, kept, pending, shown.approved) };
    const number = await numberOf({ uid, ...pending, devicePublicKey: record.devicePublicKey, approver });
    return { kind: "waiting", number, expiresAt };
  });
};

/**
 * Takes the received share: stores it as pending, proves it against the address with the server's half, and only then activates
 * it.
 */
const take = async (
  dependencies: WalletDependencies,
  record: AccountRecord,
  pending: PendingApproval,
  { version, sealedShare }: NonNullable<ShownApproval["approved"]>,
): Promise<Address> => {
  const { store } = dependencies;
  const { uid, devicePublicKey } = record;
  const { address, request, agreementKey, privateKey } = pending;
  const half = await openHalf({ uid, address, devicePublicKey, agreementKey, request }, privateKey, sealedShare);
  if (!half) throw new WrongShareError("what was given does not open");
  return consuming([half], async () => {
    const unlocked = withoutLocked(record);
    const share = await sealShare(record, { version, address }, half);
    const active = unlocked.shares.filter((each) => each.state === "active" && each.version < version);
    await store.put({ ...unlocked, shares: [...active, share] });
    await rebuildFromServer(dependencies, unlocked, share);
    return confirmSharing(dependencies, withoutApproval(unlocked), share);
  });
};

const withdraw = ({ api }: WalletDependencies, { request }: PendingApproval): Promise<unknown> =>
  api(routes.wallet.endApproval, { body: { request } });

/** Withdraws this browser's request. If the server does not answer, the request expires by itself. */
export const withdrawApproval = async (dependencies: WalletDependencies, uid: string): Promise<void> => {
  const { store } = dependencies;
  const pending = await store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (record?.approval) await store.put(withoutApproval(record));
    return record?.approval;
  });
  if (pending) await withdraw(dependencies, pending);
};
