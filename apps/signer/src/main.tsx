import "./signer.css";
import { createApiClient, readRecoveryFragment, walletPageFragment } from "@tribe/contract";
import { createRoot } from "react-dom/client";
import * as z from "zod/mini";
import { nodeAt } from "./chain/ask-node.ts";
import { onMaybeArrived } from "./channel/arrival.ts";
import { awaitApp } from "./channel/handshake.ts";
import { loadConfig } from "./config.ts";
import { browserAuthenticator } from "./passkeys/authenticator.ts";
import { openUnlockedKeys } from "./passkeys/unlocked.ts";
import { startSigner } from "./signer.ts";
import { describeTransactionBy } from "./signing/describe-transaction.ts";
import { openAccountStore } from "./storage/idb-account-store.ts";
import { LinkPage } from "./view/LinkPage.tsx";
import { SignerApp } from "./view/SignerApp.tsx";
import type { RecoveryLink } from "./wallet/recover.ts";
import { borrowSession, lendSession } from "./window/borrow-session.ts";
import type { WindowDependencies } from "./window/safety.ts";
import { WalletWindow } from "./window/WalletWindow.tsx";

// The page's policy forbids making code out of strings; zod must not even try.
z.config({ jitless: true });

const setTheme = (theme: "light" | "dark") => {
  document.documentElement.dataset.theme = theme;
};

/** A tab with Tribe in this browser answers the wallet's own page within this, or there is none. */
const sessionMilliseconds = 10_000;

/** The frame, in the app's page. */
const startFrame = async (root: HTMLElement): Promise<void> => {
  const config = await loadConfig();
  const port = await awaitApp(config, window);
  const askNode = nodeAt({ rpcUrl: config.rpcUrl });
  const signer = startSigner({
    authenticator: browserAuthenticator(location.hostname),
    unlocked: openUnlockedKeys(),
    lend: lendSession,
    config,
    port,
    store: openAccountStore(),
    describeTransaction: describeTransactionBy(askNode),
    askNode,
    onTheme: setTheme,
    onMaybeArrived,
  });
  createRoot(root).render(<SignerApp signer={signer} />);
};

/** The page that a mailed link opens, in a window of its own: nobody frames or opens it for us. */
const startLinkPage = async (root: HTMLElement, link: RecoveryLink): Promise<void> => {
  setTheme(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  document.documentElement.dataset.window = "own";
  const { apiOrigin, appOrigin } = await loadConfig();
  const store = openAccountStore();
  const isOurs = (await store.findByRecovery(link.request)) !== null;
  // Out of the address bar and the history before anybody looks over a shoulder. In another browser (many mail apps open one of
  // their own) it stays, so that the person can go on in theirs: here it is worth nothing.
  if (isOurs) history.replaceState(null, "", "/");
  const apiWith = (walletToken: string | null) =>
    createApiClient({
      origin: apiOrigin,
      credentials: () => null,
      walletToken: () => walletToken,
      fetch: (input, init) => fetch(input, { ...init, credentials: "omit", referrerPolicy: "no-referrer" }),
    });
  createRoot(root).render(
    <LinkPage link={link} isOurs={isOurs} store={store} apiWith={apiWith} appOrigin={appOrigin} />,
  );
};

/** The wallet's own page, in a window of its own: what opens the wallet, and when it locks. */
const startWalletWindow = async (root: HTMLElement): Promise<void> => {
  setTheme(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  document.documentElement.dataset.window = "own";
  const { apiOrigin, appOrigin } = await loadConfig();
  const dependencies: WindowDependencies = {
    api: borrowSession(apiOrigin, sessionMilliseconds).api,
    store: openAccountStore(),
    authenticator: browserAuthenticator(location.hostname),
    unlocked: openUnlockedKeys(),
  };
  createRoot(root).render(<WalletWindow dependencies={dependencies} appOrigin={appOrigin} />);
};

const start = async (root: HTMLElement): Promise<void> => {
  if (window.parent !== window) return startFrame(root);
  const link = readRecoveryFragment(location.hash);
  if (link) return startLinkPage(root, link);
  if (location.hash === walletPageFragment) return startWalletWindow(root);
  root.textContent = "This page is the wallet's frame. It opens inside Tribe.";
};

const root = document.querySelector<HTMLElement>("#root");
if (root)
  start(root).catch(() => {
    root.setAttribute("role", "alert");
    root.textContent = "The wallet didn't load. Check your connection and open this again.";
  });
