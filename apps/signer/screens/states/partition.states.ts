import { proofFragment, routes } from "@tribe/contract";
import { partitionTexts } from "@tribe/domain/words";
import { expect } from "vitest";
import { on } from "../../../web/screens/server/answers.ts";
import { passkeyFragment, type ToFrame, toFrame, toWindow } from "../../src/partition/hand-over.ts";
import { linkToken } from "../../src/testing/fake-recovery.ts";
import { fakeUid } from "../../src/testing/fake-wallet-server.ts";
import { askForLink, pathOfLink, proofLink, rememberLink } from "../fixtures/links.ts";
import { makePasskey } from "../fixtures/passkeys.ts";
import { type WalletScript, walletScript } from "../server/wallet-script.ts";
import type { WalletState } from "./state.ts";

// A browser that keeps the storage of a frame apart from that of a window, as WebKit does: the frame's cookie is there, and no more.

/** As after a frame in such a browser, with what else its cookies hold now. */
const keepApart = (script: WalletScript): void => {
  const cookies = ["tribe-wallet-frame=1", ...document.cookie.split("; ")];
  script.before((window) => {
    for (const cookie of cookies) window.document.cookie = `${cookie}; Path=/`;
  });
};

/** A window there. */
const inWindow = {
  path: "#wallet",
  server: walletScript,
  has: "no wallet",
  prepare: keepApart,
} as const satisfies WalletState;

/** The frame, after a press in the window gave it this. */
const inFrame = (what: (script: WalletScript) => ToFrame) =>
  ({
    server: walletScript,
    asks: async (_wallet, script) => ({ method: "ownPage", handedOver: await toFrame.seal(what(script)) }),
  }) as const satisfies WalletState;

const recoveryLink = ({ wallet }: WalletScript): ToFrame => {
  const link = wallet.mailed.at(-1);
  if (!link) throw new Error("no link was mailed");
  return { kind: "link", purpose: "recovery", link };
};

/** The page in the frame by a link for what needs a fresh proof. */
const proven = {
  ...inFrame(() => ({ kind: "link", purpose: "proof", link: proofLink })),
  prepare: async (script, here) => {
    script.server.answer(on(routes.wallet.finishProof, { proof: "proof-of-a-test", walletToken: linkToken }));
    await rememberLink(script, here, proofLink);
  },
} as const satisfies WalletState;

export const partitionStates = {
  window: inWindow,
  recoveryLink: {
    ...inWindow,
    path: pathOfLink,
    has: "another browser's wallet",
    prepare: async (script, here) => {
      await askForLink(script, here);
      keepApart(script);
    },
  },
  proofLink: { ...inWindow, path: proofFragment(proofLink.request, proofLink.token) },
  makePasskey: {
    ...inWindow,
    path: async (script) => {
      const request = { uid: fakeUid, email: "mara@tribe.example", exclude: [] };
      const path = passkeyFragment(await toWindow.seal(request));
      keepApart(script);
      return path;
    },
    show: async (screen) => {
      await expect.element(screen.getByRole("heading", { name: partitionTexts.passkey.title })).toBeVisible();
    },
  },
  page: inFrame(() => ({ kind: "page" })),
  proven,
  restore: { ...inFrame(() => ({ kind: "page" })), has: "another browser's wallet" },
  passkeyMade: {
    ...inFrame(() => ({ kind: "passkey", passkey: { id: "AAAA", publicKey: "AAAA" as never, hasPrf: true } })),
    show: async (screen) => {
      await expect.element(screen.getByText(partitionTexts.passkey.made)).toBeVisible();
    },
  },
  passkeyThere: { ...inFrame(() => ({ kind: "page" })), prepare: makePasskey },
  recovered: {
    ...inFrame(recoveryLink),
    has: "another browser's wallet",
    prepare: askForLink,
    show: async (screen) => {
      await expect.element(screen.getByRole("heading", { name: "Your wallet is in this browser now" })).toBeVisible();
    },
  },
  linkElsewhere: {
    ...inFrame(recoveryLink),
    has: "another browser's wallet",
    prepare: ({ wallet }) => wallet.api(routes.wallet.startRecovery, { body: { devicePublicKey: "AAAA" as never } }),
    show: async (screen) => {
      await expect
        .element(screen.getByRole("heading", { name: "Open this link in the browser that asked" }))
        .toBeVisible();
    },
  },
} satisfies Record<string, WalletState>;
