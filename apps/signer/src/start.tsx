import {
  createApiClient,
  readEmailFragment,
  readProofFragment,
  readRecoveryFragment,
  readStopFragment,
  readStopRecoveryFragment,
  repeatingReads,
  type SignerConfig,
  walletPageFragment,
} from "@tribe/contract";
import { keepComposingKeys, keepTranslatedTexts } from "@tribe/ui";
import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod/mini";
import { AccountPage, type OwnSession } from "./account-page/AccountPage.tsx";
import { nodeAt } from "./chain/node-client.ts";
import { onMaybeArrived } from "./channel/arrival.ts";
import { awaitApp } from "./channel/handshake.ts";
import { askForSession, shareSession } from "./channel/session-sharing.ts";
import { loadConfig } from "./config.ts";
import { canSign } from "./keys/ed25519.ts";
import { moveNodeAt } from "./moves/move-node.ts";
import { FramedPage } from "./partition/FramedPage.tsx";
import { LinkInTribe, OpenInTribe, PasskeyForFrame } from "./partition/HandOverPage.tsx";
import { readPasskeyFragment, type ToFrame, toWindow } from "./partition/hand-over.ts";
import { isPartitioned, markFrame } from "./partition/partition.ts";
import type { Authenticator } from "./passkeys/authenticator.ts";
import { openUnlockedKeys } from "./passkeys/unlocked.ts";
import { startSigner } from "./signer.ts";
import { describeTransactionBy } from "./signing/describe-transaction.ts";
import { openAccountStore } from "./storage/idb-account-store.ts";
import { LinkPage } from "./view/LinkPage.tsx";
import { OldBrowserPage } from "./view/OldBrowserPage.tsx";
import { SignerApp } from "./view/SignerApp.tsx";
import { StopPage } from "./view/StopPage.tsx";
import { type MailedLink, stopMailedLink } from "./wallet/mailed-link.ts";
import { proveByLink } from "./wallet/own-key.ts";

// The page's policy forbids evaluating strings as code; zod must not even try.
z.config({ jitless: true });

/** What the page is opened in. */
interface Surroundings {
  /** Whether it lies in a frame of the app's page; otherwise in a window of its own. */
  readonly isFramed: boolean;
  readonly authenticator: Authenticator;
}

/** On slower connections the system's font is shown first. */
const fontTimeoutMs = 2_000;

/** Resolves when the font is loaded. Text that was shown before would move then, under a finger that is about to confirm. */
const awaitFont = (): Promise<unknown> =>
  Promise.race([
    document.fonts.load("1em 'Inter Variable'").catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, fontTimeoutMs)),
  ]);

/** What the frame has in common with a window: calls with a token, and the chain. */
const reachedBy = ({ apiOrigin, rpcUrl, programAddress: program }: SignerConfig) => ({
  chain: { ask: nodeAt({ rpcUrl }), node: moveNodeAt({ rpcUrl }), program },
  apiWith: (walletToken: string | null) =>
    repeatingReads(
      createApiClient({
        origin: apiOrigin,
        credentials: () => null,
        walletToken: () => walletToken,
        fetch: (input, init) => fetch(input, { ...init, credentials: "omit", referrerPolicy: "no-referrer" }),
      }),
    ),
});

/** The frame in the app's page, which takes its theme from the app; a window of its own takes the system's. */
const startFrame = async (root: HTMLElement, authenticator: Authenticator): Promise<void> => {
  const font = awaitFont();
  markFrame();
  const config = await loadConfig();
  const port = await awaitApp(config, window);
  const readAccounts = nodeAt({ rpcUrl: config.rpcUrl });
  const secondNode = config.secondRpcUrl ? nodeAt({ rpcUrl: config.secondRpcUrl }) : null;
  const passkeys = { authenticator, unlocked: openUnlockedKeys() };
  const store = openAccountStore();
  const signer = startSigner({
    ...passkeys,
    config,
    port,
    store,
    describeTransaction: describeTransactionBy(readAccounts, secondNode),
    readAccounts,
    onTheme: (theme) => {
      document.documentElement.dataset.theme = theme;
    },
    onMaybeArrived,
    shareSession,
  });
  // The page around the frame gets no key that is pressed in it.
  document.addEventListener("keydown", ({ key, isComposing, defaultPrevented }) => {
    if (key === "Escape" && !isComposing && !defaultPrevented) signer.escape();
  });
  await font;
  const reached = reachedBy(config);
  const ownPage = (handedOver: ToFrame) => (
    <FramedPage {...reached} {...{ store, passkeys, handedOver }} session={signer.session} />
  );
  createRoot(root).render(<SignerApp {...{ signer, ownPage }} />);
};

/** Dependencies of a page in a window of its own, where nobody frames it. */
const openWindow = async () => {
  document.documentElement.dataset.window = "own";
  const config = await loadConfig();
  return { appOrigin: config.appOrigin, ...reachedBy(config), store: openAccountStore() };
};

/** In the place of a page for which a browser is too old: nothing of it has been read or used, so that the link still works. */
const sayTooOld = (root: HTMLElement, appOrigin: string): void =>
  createRoot(root).render(<OldBrowserPage appOrigin={appOrigin} />);

/** The wallet's own page, opened from the app, or with a fresh proof by a mailed link of this browser's own. */
const startAccountPage = async (
  root: HTMLElement,
  link: MailedLink | null,
  authenticator: Authenticator,
): Promise<void> => {
  const { appOrigin, apiWith, chain, store } = await openWindow();
  if (!(await canSign())) return sayTooOld(root, appOrigin);
  if (isPartitioned()) {
    if (link) return startLinkInTribe(root, link, "proof");
    return createRoot(root).render(<OpenInTribe appOrigin={appOrigin} />);
  }
  if (link && (await store.findByRecovery(link.request)) === null) return startLinkPage(root, link, "proof");
  // As for a recovery link below.
  if (link) history.replaceState(null, "", `/${walletPageFragment}`);
  const passkeys = { authenticator, unlocked: openUnlockedKeys() };
  let proven: OwnSession | null = null;
  const begin = async (onSilence: () => void): Promise<OwnSession> => {
    if (link) proven ??= await proveByLink({ store, apiWith }, link);
    if (proven) return proven;
    return { walletToken: await askForSession(onSilence), proof: null };
  };
  createRoot(root).render(<AccountPage {...{ store, apiWith, appOrigin, chain, begin, passkeys }} />);
};

/** The page that a mailed link opens, in a window of its own: nobody frames or opens it for us. */
const startLinkPage = async (
  root: HTMLElement,
  link: MailedLink,
  purpose: "recovery" | "proof" | "email",
): Promise<void> => {
  const { appOrigin, apiWith, store } = await openWindow();
  if (!(await canSign())) return sayTooOld(root, appOrigin);
  // A change of the recovery address is never asked for in a frame.
  if (isPartitioned() && purpose !== "email") return startLinkInTribe(root, link, purpose);
  const isOurs = (await store.findByRecovery(link.request)) !== null;
  // Removes the token from the address bar and the history, where others could see it. In another browser (many mail apps open
  // their own) it stays, so that the person can continue in theirs: there it is worthless.
  if (isOurs) history.replaceState(null, "", "/");
  createRoot(root).render(<LinkPage {...{ link, purpose, isOurs, store, apiWith, appOrigin }} />);
};

/** A mailed link's page where only the frame knows whether this browser has asked for it. */
const startLinkInTribe = async (root: HTMLElement, link: MailedLink, purpose: "recovery" | "proof"): Promise<void> => {
  const { appOrigin, apiWith } = await openWindow();
  const stopLink = () => stopMailedLink({ apiWith }, link);
  createRoot(root).render(<LinkInTribe {...{ appOrigin, link, purpose, stopLink }} />);
};

/** The page on which a passkey is made for the frame, once. */
const startPasskeyPage = async (root: HTMLElement, sealed: string, authenticator: Authenticator): Promise<void> => {
  const { appOrigin } = await openWindow();
  const request = await toWindow.open(sealed);
  history.replaceState(null, "", `/${walletPageFragment}`);
  if (!request) return startAccountPage(root, null, authenticator);
  createRoot(root).render(<PasskeyForFrame {...{ appOrigin, request, authenticator }} />);
};

/**
 * The page on which somebody who was notified by mail stops what was asked: it works in any browser, so nothing is read from this
 * one.
 */
const startStopPage = async (
  root: HTMLElement,
  of: Pick<ComponentProps<typeof StopPage>, "link" | "what">,
): Promise<void> => {
  const { appOrigin, apiWith } = await openWindow();
  createRoot(root).render(<StopPage {...{ ...of, apiWith, appOrigin }} />);
};

/** Starts the wallet's page: its frame, or what the address of a window of its own names. */
export const start = async (root: HTMLElement, { isFramed, authenticator }: Surroundings): Promise<void> => {
  keepComposingKeys(window);
  keepTranslatedTexts(document);
  if (isFramed) return startFrame(root, authenticator);
  // Another mailed link pasted into this window's address bar only changes the fragment, which does not reload the page by
  // itself.
  addEventListener("hashchange", () => location.reload());
  const link = readRecoveryFragment(location.hash);
  if (link) return startLinkPage(root, link, "recovery");
  const emailLink = readEmailFragment(location.hash);
  if (emailLink) return startLinkPage(root, emailLink, "email");
  const stopLink = readStopFragment(location.hash);
  if (stopLink) return startStopPage(root, { link: stopLink, what: "email" });
  const stopMailedLink = readStopRecoveryFragment(location.hash);
  if (stopMailedLink) return startStopPage(root, { link: stopMailedLink, what: "recovery" });
  const passkey = readPasskeyFragment(location.hash);
  if (passkey) return startPasskeyPage(root, passkey, authenticator);
  const proofLink = readProofFragment(location.hash);
  if (proofLink || location.hash === walletPageFragment) return startAccountPage(root, proofLink, authenticator);
  root.textContent = "This page is the wallet's frame. It opens inside Tribe.";
};
