import { type ApiCall, type Pause, routes, untilAnswered } from "@tribe/contract";
import { serverNow } from "../../shared/time/server-time.ts";

/** A token is not used in the last minute before it expires, so that it does not expire during a fetch of a share. */
const marginMilliseconds = 60_000;

/** The short-lived tokens with which the signer's frame calls the API, fetched with the app's session. */
export interface WalletSession {
  /** A token that is valid for at least another minute. @throws ApiError of the call */
  token(): Promise<string>;
  /** Discards the present token, because the API has refused it. */
  expire(): void;
}

/** One session per signed-in person. All frames of the person share its token and its fetch. */
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
