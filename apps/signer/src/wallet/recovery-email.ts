import { type AnswerOf, passkeyChallengeText, routes, type Uid, walletActions } from "@tribe/contract";
import { proveDevice } from "../keys/device.ts";
import { challengeBytes, type PasskeyDependencies } from "../passkeys/add-passkey.ts";
import { passkeysInForce } from "../passkeys/recover-by-passkey.ts";
import { fetchInfo } from "./ensure-wallet.ts";
import { type LinkDependencies, type MailedLink, recordOfLink, rememberRequest, signedLink } from "./mailed-link.ts";
import { newChallenge, type WalletDependencies } from "./sharing.ts";
import { recoveryNeeded } from "./wallet-error.ts";

/** A change of the recovery address, as the server returns it. */
export type EmailChange = AnswerOf<typeof routes.wallet.confirmEmail>;

/** A fresh proof by an active passkey. @throws PasskeyError, ApiError, WalletError */
export const proveByPasskey = async (dependencies: PasskeyDependencies): Promise<string> => {
  const { api, store, authenticator } = dependencies;
  const info = await fetchInfo(dependencies);
  const record = await store.get(info.uid);
  if (!record) throw recoveryNeeded();
  const { devicePublicKey } = record;
  const { challenge } = await api(routes.wallet.passkeyChallenge, {});
  const text = passkeyChallengeText("prove", info.uid, challenge, devicePublicKey);
  const { id, assertion } = await authenticator.touch({
    ...{ ids: passkeysInForce(info), challenge: await challengeBytes(text) },
  });
  const body = { id, devicePublicKey, assertion: { challenge, ...assertion } };
  return (await api(routes.wallet.proveByPasskey, { body })).proof;
};

/** Mails a link to a new recovery address, which only this browser can open. @throws WalletError, ApiError */
export const askForEmail = async (dependencies: WalletDependencies, email: string, proof: string): Promise<void> => {
  const { api, store } = dependencies;
  const { uid } = await fetchInfo(dependencies);
  await store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (!record) throw recoveryNeeded();
    const device = await proveDevice(record, walletActions.askForEmail, await newChallenge(dependencies));
    const body = { email, proof, devicePublicKey: record.devicePublicKey, device };
    const { request } = await api(routes.wallet.askForEmail, { body });
    await store.put(rememberRequest(record, request));
  });
};

/**
 * Exchanges that link for the 72 hours' wait until the address is valid. @throws WalletError `refused` in another browser;
 * ApiError
 */
export const confirmEmailByLink = async (
  { store, apiWith }: LinkDependencies,
  link: MailedLink,
): Promise<EmailChange> => {
  const body = await signedLink(await recordOfLink(store, link), walletActions.confirmEmail, link);
  return apiWith(null)(routes.wallet.confirmEmail, { body });
};

/** Stops a change with the link mailed to the former address. @returns whether there was a change to stop @throws ApiError */
export const stopEmailByLink = async (
  { apiWith }: Pick<LinkDependencies, "apiWith">,
  link: MailedLink & { readonly uid: Uid },
): Promise<boolean> => (await apiWith(null)(routes.wallet.stopEmail, { body: link })).isStopped;
