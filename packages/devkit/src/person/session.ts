import { type Address, type ApiCall, type Credentials, createApiClient, type LocalUser, routes } from "@tribe/contract";
import { reachable } from "../http/reachable.ts";
import { fetchWithCookies } from "./cookies.ts";
import { newestMailTime, readMailCode } from "./mail-code.ts";
import { type RetryOptions, withRetries } from "./retries.ts";
import type { PersonStore } from "./state.ts";

/** A signed-in device: the signed client, and the same browser's fetch with cookies. */
export interface Session {
  readonly api: ApiCall;
  /** Calls once, without retries, for tools that check the first answer. */
  readonly apiOnce: ApiCall;
  readonly fetch: typeof fetch;
  /** The wallet routes, with a fresh wallet token when the old one is about to expire. */
  readonly walletApi: () => Promise<ApiCall>;
  signIn(): Promise<LocalUser>;
}

interface SessionOptions {
  readonly appUrl: string;
  readonly email: string;
  readonly inviterAddress: Address | undefined;
  readonly store: PersonStore;
  readonly retryOptions: RetryOptions;
}

/**
 * Registers the device and signs in by e-mail with the code from the inbox; a stored session that still works is reused.
 * @throws ApiError, or Error when no code came
 */
export const openSession = async ({
  appUrl,
  email,
  inviterAddress,
  store,
  retryOptions,
}: SessionOptions): Promise<Session> => {
  const origin = reachable(appUrl).origin;
  const cookieFetch = fetchWithCookies(origin);
  const kept = await store.load();
  let credentials: Credentials | null = kept?.credentials ?? null;
  const apiOnce = createApiClient({ origin, credentials: () => credentials, fetch: cookieFetch });
  const api = withRetries(apiOnce, retryOptions);
  const body = { loginMethod: "email", ...(inviterAddress ? { inviterAddress } : {}) } as const;
  const signIn = async () => (await api(routes.identity.signIn, { body })).localUser;

  const enter = async (): Promise<void> => {
    const device = await api(routes.identity.createDevice, {});
    credentials = device;
    const { localMode } = await api(routes.system.config, {});
    if (!localMode) throw new Error("This installation has no local inbox to read codes from");
    const before = await newestMailTime(localMode.mailUrl, email);
    await api(routes.identity.startEmail, { body: { email } });
    const code = await readMailCode(localMode.mailUrl, email, before, retryOptions.timeoutMs);
    const session = await api(routes.identity.verifyEmail, { body: { email, code } });
    credentials = { ...device, session };
    await store.save({ email, device: kept?.device ?? null, credentials });
  };

  if (credentials?.session) {
    const stillIn = await signIn().then(
      () => true,
      () => false,
    );
    if (!stillIn) await enter();
  } else await enter();

  let wallet: { token: string; expiresAt: number } | null = null;
  const walletCalls = withRetries(
    createApiClient({ origin, credentials: () => null, walletToken: () => wallet?.token ?? null }),
    retryOptions,
  );
  const walletApi = async (): Promise<ApiCall> => {
    if (!wallet || wallet.expiresAt < Date.now() + 60_000) {
      const { walletToken, expiresAt } = await api(routes.wallet.walletToken, {});
      wallet = { token: walletToken, expiresAt };
    }
    return walletCalls;
  };
  return { api, apiOnce, fetch: cookieFetch, walletApi, signIn };
};
