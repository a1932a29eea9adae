import { type ApiCall, ApiError, createApiClient, type Pause, repeatingReads, routes } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";

/** The frame's session with the API, given by the app. */
export interface FrameSession {
  /** Calls of the wallet routes; when the token has expired the app is asked for a new one, once. */
  readonly api: ApiCall;
  /** A valid token, for another page of this origin. @throws ApiError */
  freshToken(): Promise<string>;
  /** Accepts a token from the app. */
  begin(walletToken: string): void;
  /** Forgets the token. */
  end(): void;
}

interface FrameSessionOptions {
  readonly apiOrigin: string;
  /** Tells the app that the token has expired. */
  readonly askForSession: () => void;
  readonly fetch?: typeof fetch;
  /** How long to wait for the app's new token. */
  readonly waitMilliseconds?: number;
  /** Between two tries of a call that only reads. */
  readonly pause?: Pause | undefined;
}

/** Keeps the token only in memory. Cookies are never sent: only the bearer token authenticates the frame. */
export const createFrameSession = (options: FrameSessionOptions): FrameSession => {
  let token: string | null = null;
  const arrivals = new Set<() => void>();
  const send = options.fetch ?? fetch;
  const once = createApiClient({
    origin: options.apiOrigin,
    credentials: () => null,
    walletToken: () => token,
    fetch: (input, init) => send(input, { ...init, credentials: "omit", referrerPolicy: "no-referrer" }),
  });
  const call = repeatingReads(once, options.pause);

  const nextToken = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const arrived = () => {
        clearTimeout(timer);
        arrivals.delete(arrived);
        resolve();
      };
      const timer = setTimeout(() => {
        arrivals.delete(arrived);
        reject(new ApiError("unavailable", { message: walletErrorTexts.sessionNotRenewed }));
      }, options.waitMilliseconds ?? 20_000);
      arrivals.add(arrived);
      options.askForSession();
    });

  const api: ApiCall = async (route, input) => {
    if (token === null) await nextToken();
    const used = token;
    try {
      return await call(route, input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unauthorized") throw error;
      if (token === used) await nextToken();
      return call(route, input);
    }
  };

  return {
    api,
    freshToken: async () => {
      // Only the server knows whether it is still valid.
      await api(routes.wallet.wallet, {});
      if (token === null) throw new ApiError("unauthorized");
      return token;
    },
    begin: (walletToken) => {
      token = walletToken;
      for (const arrived of arrivals) arrived();
    },
    end: () => {
      token = null;
    },
  };
};
