import { type Address, type ApiCall, recoveryChallenge, routes, type Uid, walletActions } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import { proveDevice } from "../keys/device.ts";
import type { AccountRecord, AccountStore } from "../storage/account-record.ts";
import { fetchInfo, newestVersion } from "./ensure-wallet.ts";
import { establishRecovered } from "./recovery-wait.ts";
import { challengesOf, loadRecord, type WalletDependencies } from "./sharing.ts";
import { WalletError } from "./wallet-error.ts";

/** Somebody who asks again may open the mail before. */
const rememberedRequests = 5;

/** The record with a request whose mailed link this browser may take. */
export const rememberRequest = (record: AccountRecord, request: string): AccountRecord => ({
  ...record,
  recoveries: [request, ...(record.recoveries ?? [])].slice(0, rememberedRequests),
});

/**
 * Has a link mailed that works in this browser alone: it remembers the request, and its key is the one that must sign.
 * @returns seconds until it may be asked for again.
 */
export const mailRecoveryLink = async (dependencies: WalletDependencies): Promise<number> => {
  const { api, store } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  return store.exclusive(uid, async () => {
    const record = await loadRecord(dependencies, uid);
    const { devicePublicKey } = record;
    const { request, resendAfterSeconds } = await api(routes.wallet.startRecovery, { body: { devicePublicKey } });
    await store.put(rememberRequest(record, request));
    return resendAfterSeconds;
  });
};

/** What a mailed link holds. */
export interface RecoveryLink {
  readonly request: string;
  readonly token: string;
}

/** What came of a link: the wallet, or a wait for it until `readyAt`, milliseconds since 1970. */
export type LinkOutcome =
  | { readonly kind: "here"; readonly address: Address }
  | { readonly kind: "waits"; readonly readyAt: number };

/** What the page that a mailed link opens works with. */
export interface LinkDependencies {
  readonly store: AccountStore;
  /** Calls of the API without a token, or with the one that the link was traded for. */
  readonly apiWith: (walletToken: string | null) => ApiCall;
}

/**
 * Trades the mailed link for two shares, rebuilds the key, and gives this browser a sharing of its own; or for a day's wait, where another
 * browser has used the wallet lately. The link works once: after a crash in between, `create` finishes the pending sharing without a new one.
 * @throws WalletError `refused` in another browser than the one that asked; WrongShareError when the shares are not those of
 * the address; ApiError; StorageError
 */
export const recoverByLink = async (
  { store, apiWith }: LinkDependencies,
  { request, token }: RecoveryLink,
): Promise<LinkOutcome> => {
  const asked = await store.findByRecovery(request);
  if (!asked) throw new WalletError("refused", walletErrorTexts.linkOfOtherBrowser);
  return store.exclusive(asked.uid, async () => {
    const record = (await store.get(asked.uid)) ?? asked;
    const { signature } = await proveDevice(record, walletActions.recover, recoveryChallenge(request, token));
    const body = { request, token, signature };
    const answer = await apiWith(null)(routes.wallet.finishRecovery, { body });
    if ("wait" in answer) return { kind: "waits", readyAt: answer.wait.readyAt };
    const dependencies: WalletDependencies = { api: apiWith(answer.walletToken), store };
    const info = await fetchInfo(dependencies);
    const takeChallenge = challengesOf(dependencies, info);
    const options = { newestVersion: newestVersion(info, record), takeChallenge };
    return { kind: "here", address: await establishRecovered(dependencies, record, answer, options) };
  });
};

/** Stops a browser's wait by the link that the owner was mailed. @returns whether there was something to stop @throws ApiError */
export const stopRecoveryByLink = async (
  { apiWith }: Pick<LinkDependencies, "apiWith">,
  link: RecoveryLink & { readonly uid: Uid },
): Promise<boolean> => (await apiWith(null)(routes.wallet.stopRecovery, { body: link })).isStopped;
