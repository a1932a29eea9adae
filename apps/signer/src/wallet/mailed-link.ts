import { type ApiCall, ApiError, type Base64, recoveryChallenge, routes, type WalletAction } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import { proveDevice } from "../keys/device.ts";
import type { AccountRecord, AccountStore } from "../storage/account-record.ts";
import { fetchInfo } from "./ensure-wallet.ts";
import { loadRecord, type WalletDependencies } from "./sharing.ts";
import { WalletError } from "./wallet-error.ts";

/** Somebody who asks again may open the mail before. */
const rememberedRequests = 5;

/** What a mailed link holds. */
export interface MailedLink {
  readonly request: string;
  readonly token: string;
}

/** What the page that a mailed link opens works with. */
export interface LinkDependencies {
  readonly store: AccountStore;
  /** Calls of the API without a token, or with the one that the link was traded for. */
  readonly apiWith: (walletToken: string | null) => ApiCall;
}

/** The record with a request whose mailed link this browser may take. */
export const rememberRequest = (record: AccountRecord, request: string): AccountRecord => ({
  ...record,
  recoveries: [request, ...(record.recoveries ?? [])].slice(0, rememberedRequests),
});

/**
 * Has a link mailed that works in this browser alone: it remembers the request, and its key is the one that must sign.
 * @returns seconds until it may be asked for again.
 */
export const mailLink = async (
  dependencies: WalletDependencies,
  ask: (devicePublicKey: Base64) => Promise<{ readonly request: string; readonly resendAfterSeconds: number }>,
): Promise<number> => {
  const { store } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  return store.exclusive(uid, async () => {
    const record = await loadRecord(dependencies, uid);
    const { request, resendAfterSeconds } = await ask(record.devicePublicKey);
    await store.put(rememberRequest(record, request));
    return resendAfterSeconds;
  });
};

/** The record of the browser that asked for a link. @throws WalletError `refused` in another browser */
export const recordOfLink = async (store: AccountStore, { request }: MailedLink): Promise<AccountRecord> => {
  const record = await store.findByRecovery(request);
  if (!record) throw new WalletError("refused", walletErrorTexts.linkOfOtherBrowser);
  return record;
};

/** What a link is traded with: its two halves, signed by the browser that asked for it. */
export const signedLink = async (
  record: AccountRecord,
  action: WalletAction,
  { request, token }: MailedLink,
): Promise<MailedLink & { readonly signature: Base64 }> => {
  const { signature } = await proveDevice(record, action, recoveryChallenge(request, token));
  return { request, token, signature };
};

/** Stops a link's request, in any browser. @returns false if it was used or stopped before @throws ApiError */
export const stopMailedLink = async (
  { apiWith }: Pick<LinkDependencies, "apiWith">,
  link: MailedLink,
): Promise<boolean> => {
  try {
    await apiWith(null)(routes.wallet.cancelRecovery, { body: link });
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === "recovery_link_invalid") return false;
    throw thrown;
  }
  return true;
};
