import { ApiError, apiErrors, type Route, routes, type SignerConfig } from "@tribe/contract";
import { screenTime } from "../../../web/screens/fixtures/time.ts";
import { fails, on, type ScriptedAnswer } from "../../../web/screens/server/answers.ts";
import { scriptedServer } from "../../../web/screens/server/scripted-server.ts";
import type { AccountStore } from "../../src/storage/account-record.ts";
import { createAttestor } from "../../src/testing/attestor.ts";
import { linkToken } from "../../src/testing/fake-recovery.ts";
import { createFakeWalletServer, type FakeWalletServer } from "../../src/testing/fake-wallet-server.ts";
import { testAddresses } from "../../src/testing/messages.ts";
import { createSoftwareAuthenticator } from "../../src/testing/software-authenticator.ts";
import { ensureWallet, type WalletInfo } from "../../src/wallet/ensure-wallet.ts";

const isRoute = (value: unknown): value is Route => typeof value === "object" && value !== null && "method" in value;
const walletRoutes = Object.values<unknown>(routes.wallet).filter(isRoute);

/** What the fake server of the wallet answers, which checks each proof as the real one does. */
const answersOf = (wallet: FakeWalletServer): readonly ScriptedAnswer[] =>
  walletRoutes.map((route) =>
    on(route, async ({ body, query }) => {
      try {
        // Its answers have their routes' shapes, and the scripted server checks them.
        return (await wallet.handle(route.path, body, query)) as never;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return fails(error.code, { message: error.message });
      }
    }),
  );

/** The calls of a mailed link, which is a proof by itself. */
const linkPaths: readonly string[] = [
  routes.wallet.finishRecovery.path,
  routes.wallet.cancelRecovery.path,
  routes.wallet.finishProof.path,
  routes.wallet.confirmEmail.path,
  routes.wallet.stopRecovery.path,
  routes.wallet.stopEmail.path,
];

const refused = (): Response => {
  const { status, message } = apiErrors.unauthorized;
  return Response.json({ error: { code: "unauthorized", message } }, { status });
};

/**
 * What stands around a page of the wallet: the server with the other shares, the chain's node, the host's configuration and the
 * passkeys of this device. Real keys and real proofs; nothing leaves the window.
 * @param answers in place of what the wallet's server answers by itself
 */
export const walletScript = async (...answers: readonly ScriptedAnswer[]) => {
  const attestor = await createAttestor();
  const wallet = createFakeWalletServer(attestor);
  wallet.passTime(screenTime - Date.now());
  const server = scriptedServer(...answers);
  // No other browser asks for the wallet.
  const nobodyAsks = on(routes.wallet.approval, { approval: null, now: screenTime });
  server.fallBackTo([...answersOf(wallet), nobodyAsks], {});
  const authenticator = createSoftwareAuthenticator(location.origin);
  let config: SignerConfig = {
    ...{ appOrigin: location.origin, apiOrigin: location.origin, rpcUrl: "https://node.example" },
    ...testAddresses,
    attestationKey: attestor.key,
  };
  let generation = 1;
  let isSignedOut = false;
  let onBegin = (_window: Window & typeof globalThis): void => undefined;
  const tokenNow = () => `token-${generation}`;

  const answer: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.origin);
    if (pathname === "/config.json") return Response.json(config);
    const { authorization = null } = Object.fromEntries(new Headers(init?.headers));
    const isAllowed = [tokenNow(), linkToken].some((token) => authorization === `Bearer ${token}`);
    const isOfLink = linkPaths.some((path) => pathname === `/api${path}`);
    if (pathname.startsWith("/api/") && !isOfLink && !isAllowed) return refused();
    return server.transport.fetch(input, init);
  };

  return {
    server,
    wallet,
    attestor,
    authenticator,
    /** Changes what the wallet's host is configured with. */
    configure: (change: Partial<SignerConfig>): void => {
      config = { ...config, ...change };
    },
    fetch: answer,
    tokenNow,
    isSignedOut: (): boolean => isSignedOut,
    /** No page of the app is open in this browser, which would give a window of its own a token. */
    signOut: (): void => {
      isSignedOut = true;
    },
    get onBegin() {
      return onBegin;
    },
    /** Runs in the page's window before its script does. */
    before: (run: typeof onBegin): void => {
      onBegin = run;
    },
    /** Invalidates all tokens that the app has given until now. */
    expireTokens: (): void => {
      generation += 1;
    },
    /** Makes the person's wallet in the browser that keeps this. @returns its address */
    makeWallet: (store: AccountStore) => ensureWallet({ api: wallet.api, store }),
    /** What the server says of the wallet, beside what it knows by itself. */
    tell: (change: Partial<WalletInfo>): void =>
      server.answer(
        on(routes.wallet.wallet, async () => ({ ...(await wallet.api(routes.wallet.wallet, {})), ...change })),
      ),
  } as const;
};

export type WalletScript = Awaited<ReturnType<typeof walletScript>>;
