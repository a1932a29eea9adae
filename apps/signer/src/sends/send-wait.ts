import { type AnswerOf, routes, walletActions } from "@tribe/contract";
import { proveDevice } from "../keys/device.ts";
import type { WalletInfo } from "../wallet/ensure-wallet.ts";
import { newChallenge, type WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded } from "../wallet/wallet-error.ts";

type SendWait = AnswerOf<typeof routes.wallet.askToSend>;

/** The state of the day's wait for a recipient or a token in this browser. */
export type SendWaiting =
  | { readonly kind: "ask" }
  /** Milliseconds since 1970. */
  | { readonly kind: "waiting"; readonly readyAt: number }
  | { readonly kind: "over" };

/** The recipient or token to wait for. */
export type SendSubject = Pick<SendWait, "what" | "address">;

/** The state of the wait from the server's data. Waits of other browsers don't count here. */
export const sendWaiting = (
  { sends = [], now }: Pick<WalletInfo, "sends" | "now">,
  { what, address }: SendSubject,
  devicePublicKey: string | null,
): SendWaiting => {
  const found = sends.find(
    (wait) => wait.what === what && wait.address === address && wait.devicePublicKey === devicePublicKey,
  );
  if (!found || found.expiresAt <= now) return { kind: "ask" };
  return found.readyAt > now ? { kind: "waiting", readyAt: found.readyAt } : { kind: "over" };
};

/** Begins the wait, about which the server mails the person, or returns the existing one. @throws WalletError, ApiError */
export const askToSend = async (
  dependencies: WalletDependencies,
  uid: string,
  asked: SendSubject & { readonly lamports: bigint },
): Promise<SendWait> => {
  const record = await dependencies.store.get(uid);
  if (!record) throw recoveryNeeded();
  const { devicePublicKey } = record;
  const device = await proveDevice(record, walletActions.askToSend, await newChallenge(dependencies));
  const { what, address, lamports } = asked;
  return dependencies.api(routes.wallet.askToSend, {
    body: { what, address, lamports: `${lamports}`, devicePublicKey, device },
  });
};
