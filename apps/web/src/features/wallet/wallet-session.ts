import { type ApiCall, type Pause, routes, untilAnswered } from "@tribe/contract";
import { serverNow } from "../../shared/time/server-time.ts";
import type { WalletSession } from "../../shared/wallet/wallet.ts";

/** A token is not used in the last minute before it expires, so that it does not expire during a fetch of a share. */
const marginMilliseconds = 60_000;

/**
 * The short-lived tokens with which the signer's frames call the API, fetched with the app's session: one for all frames of the
 * person, who share its token and its fetch.
 */
export const createWalletSession = (
  api: ApiCall,
  { now = serverNow, pause }: { readonly now?: () => number; readonly pause?: Pause } = {},
): WalletSession => {
  let current: Promise<{ walletToken: string; expiresAt: number }> | null = null;
  let good = 0;
  const fetchToken = async () => {
    // Safe to repeat after a lost answer: each call issues a new token.
    const fetched = untilAnswered(() => api(routes.wallet.walletToken, {}), pause);
    current = fetched;
    good = Number.POSITIVE_INFINITY;
    try {
      const answer = await fetched;
      if (current === fetched) good = answer.expiresAt - marginMilliseconds;
      return answer.walletToken;
    } catch (error) {
      if (current === fetched) current = null;
      throw error;
    }
  };
  return {
    token: async () => (current && good > now() ? (await current).walletToken : fetchToken()),
    expire: () => {
      current = null;
    },
  };
};
