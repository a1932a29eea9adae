import { type ApiCall, type Pause, routes, untilAnswered } from "@tribe/contract";

/** Seconds before its end at which a token is no longer handed out: a share fetch must not meet its end. */
const marginMilliseconds = 60_000;

/** The short-lived tokens that let the signer's frame ask the API, fetched through the app's session. */
export interface WalletSession {
  /** A token that is good for at least another minute. @throws ApiError of the call. */
  token(): Promise<string>;
  /** Forgets the present token, because the frame was refused with it. */
  expire(): void;
}

/** One session per signed-in person; frames of the same person share its token, and one fetch serves them all. */
export const createWalletSession = (
  api: ApiCall,
  { now = Date.now, pause }: { readonly now?: () => number; readonly pause?: Pause } = {},
): WalletSession => {
  let current: Promise<{ walletToken: string; expiresAt: number }> | null = null;
  let good = 0;
  const fetchToken = async () => {
    // Each answer is another token, and a lost one is good for nothing.
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
