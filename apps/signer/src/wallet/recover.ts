import { type Address, routes, type Uid, walletActions } from "@tribe/contract";
import { fetchInfo, newestVersion } from "./ensure-wallet.ts";
import { type LinkDependencies, type MailedLink, mailLink, recordOfLink, signedLink } from "./mailed-link.ts";
import { establishRecovered } from "./recovery-wait.ts";
import { challengesOf, type WalletDependencies } from "./sharing.ts";

/** Has a link mailed that brings the wallet to this browser. @returns seconds until it may be asked for again. */
export const mailRecoveryLink = (dependencies: WalletDependencies): Promise<number> =>
  mailLink(dependencies, (devicePublicKey) =>
    dependencies.api(routes.wallet.startRecovery, { body: { devicePublicKey } }),
  );

/** The result of a link: the wallet, or a wait for it until `readyAt`, ms since 1970. */
export type LinkOutcome =
  | { readonly kind: "here"; readonly address: Address }
  | { readonly kind: "waits"; readonly readyAt: number };

/**
 * Exchanges the mailed link for two shares, rebuilds the key, and gives this browser a sharing of its own; or begins a day's wait
 * if the wallet is worth more than a little. The link works once: after a crash in between, `create` finishes the pending
 * sharing without a new one.
 * @throws WalletError `refused` in another browser than the one that asked; WrongShareError when the shares are not those of the
 * address; ApiError; StorageError
 */
export const recoverByLink = async ({ store, apiWith }: LinkDependencies, link: MailedLink): Promise<LinkOutcome> => {
  const asked = await recordOfLink(store, link);
  return store.exclusive(asked.uid, async () => {
    const record = (await store.get(asked.uid)) ?? asked;
    const body = await signedLink(record, walletActions.recover, link);
    const answer = await apiWith(null)(routes.wallet.finishRecovery, { body });
    if ("wait" in answer) return { kind: "waits", readyAt: answer.wait.readyAt };
    const dependencies: WalletDependencies = { api: apiWith(answer.walletToken), store };
    const info = await fetchInfo(dependencies);
    const nextChallenge = challengesOf(dependencies, info);
    const options = { newestVersion: newestVersion(info, record), nextChallenge };
    return { kind: "here", address: await establishRecovered(dependencies, record, answer, options) };
  });
};

/** Stops a browser's wait with the link from the owner's mail. @returns whether there was a wait to stop @throws ApiError */
export const stopRecoveryByLink = async (
  { apiWith }: Pick<LinkDependencies, "apiWith">,
  link: MailedLink & { readonly uid: Uid },
): Promise<boolean> => (await apiWith(null)(routes.wallet.stopRecovery, { body: link })).isStopped;
