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

/** How far a request of this browser's is. */
export type AskedState =
  /** The number is there once the other browser looks. */
  | { readonly kind: "waiting"; readonly number: string | null; readonly expiresAt: number }
  | { readonly kind: "here"; readonly address: Address }
  /** Refused, too late, or somebody between the two has tried something. */
  | { readonly kind: "over"; readonly reason: "refused" | "expired" | "changed" };

const withoutApproval = ({ approval: _, ...record }: AccountRecord): AccountRecord => record;

const fetchOwn = async ({ api }: WalletDependencies, pending: PendingApproval): Promise<ShownApproval | null> => {
  const { approval } = await api(routes.wallet.approval, {});
  return approval?.isOwn && approval.request === pending.request ? approval : null;
};

/**
 * Asks the account's other browsers for the wallet, or goes on with what this one asked for before: a reload loses nothing.
 * @throws WalletError `wallet_missing`, ApiError, StorageError
 */
export const askForApproval = async (dependencies: WalletDependencies): Promise<void> => {
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

/** Whether this browser has asked for something that still stands. @throws ApiError */
export const hasAsked = async (dependencies: WalletDependencies, uid: string): Promise<boolean> => {
  const pending = (await dependencies.store.get(uid))?.approval;
  const shown = pending ? await fetchOwn(dependencies, pending) : null;
  return shown !== null && shown.state !== "refused";
};

/**
 * Looks how far the request is, and does what is this browser's to do: it shows what it had committed itself to, once, and takes the
 * wallet when it is given. @throws WrongShareError, ApiError, StorageError
 */
export const followApproval = async (dependencies: WalletDependencies, uid: string): Promise<AskedState> => {
  const { api, store } = dependencies;
  return store.exclusive(uid, async () => {
    const record = await store.get(uid);
    const pending = record?.approval;
    if (!record || !pending) return { kind: "over", reason: "expired" };
    const shown = await fetchOwn(dependencies, pending);
    const end = async (reason: "refused" | "expired" | "changed"): Promise<AskedState> => {
      await store.put(withoutApproval(record));
      return { kind: "over", reason };
    };
    if (!shown) return end("expired");
    if (shown.state === "refused") return end("refused");
    const { expiresAt } = shown;
    if (!shown.approver) return { kind: "waiting", number: null, expiresAt };
    const approver = pending.approver ?? shown.approver;
    const { devicePublicKey, nonce } = shown.approver;
    // Who could have another value shown after ours is known would choose the number.
    if (approver.devicePublicKey !== devicePublicKey || approver.nonce !== nonce) {
      await withdraw(dependencies, pending);
      return end("changed");
    }
    const kept: AccountRecord = { ...record, approval: { ...pending, approver } };
    // Kept before ours is shown, and never another.
    if (!pending.approver) await store.put(kept);
    if (shown.state === "opened")
      await api(routes.wallet.revealApproval, { body: { request: pending.request, nonce: pending.nonce } });
    if (shown.approved) return { kind: "here", address: await take(dependencies, kept, pending, shown.approved) };
    const number = await numberOf({ uid, ...pending, devicePublicKey: record.devicePublicKey, approver });
    return { kind: "waiting", number, expiresAt };
  });
};

/** Takes what was given: kept here as pending, proven against the address with the server's half, and only then counted. */
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

/** Withdraws what this browser asked for. Where nobody answers, its time ends it. */
export const withdrawApproval = async (dependencies: WalletDependencies, uid: string): Promise<void> => {
  const { store } = dependencies;
  const pending = await store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (record?.approval) await store.put(withoutApproval(record));
    return record?.approval;
  });
  if (pending) await withdraw(dependencies, pending);
};
