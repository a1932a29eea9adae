import { type Base64, emailFragment, routes, stopFragment, stopRecoveryFragment, type Uid } from "@tribe/contract";
import { recoveryWaitTexts } from "@tribe/domain/words";
import { expect } from "vitest";
import { before, days, screenTime } from "../../../web/screens/fixtures/time.ts";
import { on } from "../../../web/screens/server/answers.ts";
import { announceArrival } from "../../src/channel/arrival.ts";
import { fakeUid } from "../../src/testing/fake-wallet-server.ts";
import { recoverByLink } from "../../src/wallet/recover.ts";
import { askForLink, emailLink, pathOfLink, rememberLink, stopLink } from "../fixtures/links.ts";
import { walletScript } from "../server/wallet-script.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";
import type { WalletState } from "./state.ts";

const uid = fakeUid as Uid; // any text
const press = async (screen: WalletScreen, name: string): Promise<void> =>
  screen.getByRole("button", { name, exact: true }).click();
const titled = async (screen: WalletScreen, name: string): Promise<void> => {
  await expect.element(screen.getByRole("heading", { name })).toBeVisible();
};

/** In a browser without the wallet: the frame brings it there. */
const frame = {
  server: walletScript,
  has: "another browser's wallet",
  asks: () => ({ method: "recover" }),
} as const satisfies WalletState;

/** The same once a mailed link was opened: it takes a day. */
const waiting = {
  ...frame,
  prepare: async (script, here) => {
    const { wallet } = script;
    await askForLink(script, here);
    wallet.delayRecovery();
    const [mailed] = wallet.mailed;
    if (mailed) await recoverByLink({ store: here, apiWith: () => wallet.api }, mailed);
  },
} as const satisfies WalletState;

/** The page of a mailed link, in the browser that asked for it. */
const link = {
  path: pathOfLink,
  server: walletScript,
  has: "another browser's wallet",
  prepare: askForLink,
} as const satisfies WalletState;

/** The same in any other browser. */
const elsewhere = {
  ...link,
  prepare: ({ wallet }) => wallet.api(routes.wallet.startRecovery, { body: { devicePublicKey: "AAAA" as Base64 } }),
} as const satisfies WalletState;

/** The page of a link in a mail that told of something. */
const stops = (path: string, isStopped: boolean): WalletState => ({
  path,
  server: () => walletScript(on(routes.wallet.stopRecovery, { isStopped }), on(routes.wallet.stopEmail, { isStopped })),
  has: "no wallet",
});
const stopRecoveryPath = stopRecoveryFragment(uid, stopLink.request, stopLink.token);
const stopEmailPath = stopFragment(uid, stopLink.request, stopLink.token);

export const recoveryStates = {
  offer: frame,
  offerOfAll: {
    ...frame,
    prepare: async (script) =>
      script.tell({ canBeApproved: true, ways: [], kit: { number: "0A1B2C3D", triedAt: before(days) } }),
  },
  mailed: { ...frame, show: (screen) => press(screen, "E-mail me a link") },
  waiting,
  wasStopped: {
    ...waiting,
    show: async (screen) => {
      await titled(screen, recoveryWaitTexts.title);
      screen.script.wallet.stopRecoveries();
      // Another page of this browser tells the frame to look.
      announceArrival();
      await expect.element(screen.getByText(recoveryWaitTexts.stopped)).toBeVisible();
    },
  },
  link,
  linkHere: {
    ...link,
    show: async (screen) => {
      await press(screen, "Bring it here");
      await titled(screen, "Your wallet is in this browser now");
    },
  },
  linkWaits: {
    ...link,
    prepare: async (script, here) => {
      await askForLink(script, here);
      script.wallet.delayRecovery();
    },
    show: async (screen) => {
      await press(screen, "Bring it here");
      await titled(screen, "Your wallet comes here in a day");
    },
  },
  linkElsewhere: elsewhere,
  linkStopped: {
    ...elsewhere,
    show: async (screen) => {
      await press(screen, "Stop it");
      await titled(screen, "Stopped");
    },
  },
  linkNothingToStop: {
    ...elsewhere,
    show: async (screen) => {
      for (const { request, token } of screen.script.wallet.mailed)
        await screen.script.wallet.api(routes.wallet.cancelRecovery, { body: { request, token } });
      await press(screen, "Stop it");
      await titled(screen, "There is nothing to stop any more");
    },
  },
  linkOfEmail: {
    path: emailFragment(emailLink.request, emailLink.token),
    server: walletScript,
    prepare: (script, here) => rememberLink(script, here, emailLink),
  },
  linkOfEmailConfirmed: {
    path: emailFragment(emailLink.request, emailLink.token),
    server: () =>
      walletScript(
        on(routes.wallet.confirmEmail, {
          ...{ id: "change-1", email: "new@tribe.example", askedAt: screenTime },
          from: screenTime + 72 * 3_600_000,
        }),
      ),
    prepare: (script, here) => rememberLink(script, here, emailLink),
    show: async (screen) => {
      await screen.getByRole("button").last().click();
      await titled(screen, "This is your address");
    },
  },
  stopRecovery: stops(stopRecoveryPath, true),
  recoveryStopped: { ...stops(stopRecoveryPath, true), show: (screen) => press(screen, "Stop it") },
  recoveryNotStopped: { ...stops(stopRecoveryPath, false), show: (screen) => press(screen, "Stop it") },
  stopEmail: stops(stopEmailPath, true),
  emailStopped: { ...stops(stopEmailPath, true), show: (screen) => press(screen, "Stop the change") },
} as const satisfies Record<string, WalletState>;
