import { type Base64, routes, walletWaits } from "@tribe/contract";
import { oldBrowserTexts } from "@tribe/domain/words";
import { expect } from "vitest";
import { before, days, hours, screenTime } from "../../../web/screens/fixtures/time.ts";
import { fails, neverAnswers, on } from "../../../web/screens/server/answers.ts";
import { addressOf } from "../../src/testing/airdrop.ts";
import { proven } from "../fixtures/links.ts";
import { makePasskey } from "../fixtures/passkeys.ts";
import { type WalletScript, walletScript } from "../server/wallet-script.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";
import type { WalletState } from "./state.ts";

const path = "#wallet";
const press = (screen: WalletScreen, name: string): Promise<void> =>
  screen.getByRole("button", { name, exact: true }).click();
const own = { path, server: walletScript } as const satisfies WalletState;

const times = { askedAt: before(2 * hours), readyAt: screenTime + 22 * hours, expiresAt: screenTime + 3 * days };
const devicePublicKey = "AAAA" as Base64; // of nobody
const place = { device: "Chrome on Windows", network: "203.0.113.0" };

/** What waits here: everything that can. */
const everythingWaits = {
  waits: (["kit", "export", "move"] as const).map((kind) => ({ ...times, id: kind, kind, devicePublicKey })),
  sends: [
    {
      ...times,
      ...{ id: "send", what: "recipient" as const, address: addressOf(5), lamports: "6000000000", devicePublicKey },
    },
  ],
  recoveries: [{ ...times, id: "recovery", place, devicePublicKey }],
  emailChange: { id: "email", email: "new@tribe.example", askedAt: before(hours), from: screenTime + 71 * hours },
};

/** The server's answers to a request for the key: at once, or after a day. */
const keyAnswers = ({ wallet, server }: WalletScript, hasWaited: boolean): void =>
  server.answer(
    on(routes.wallet.askForKey, ({ body }) => ({
      ...{ id: "wait-1", kind: body.purpose, devicePublicKey: body.devicePublicKey, askedAt: screenTime },
      readyAt: screenTime + (hasWaited ? 0 : 1_000 * walletWaits.keySeconds),
      expiresAt: screenTime + 3 * days,
    })),
    on(routes.wallet.takeKey, () => {
      const [sharing] = wallet.sharings;
      return hasWaited && sharing
        ? { serverShare: sharing.serverShare, version: sharing.version }
        : fails("wait_not_over");
    }),
    on(routes.wallet.storeMove, fails("wait_not_over")),
  );
const withKey = (hasWaited: boolean) =>
  ({
    ...proven,
    prepare: async (script, here) => {
      await proven.prepare(script, here);
      keyAnswers(script, hasWaited);
    },
  }) as const satisfies WalletState;

export const ownStates = {
  start: own,
  loading: {
    path,
    server: () => walletScript(on(routes.wallet.wallet, neverAnswers)),
    has: "no wallet",
    show: async (screen) => {
      await expect.element(screen.getByText("Opening your wallet...")).toBeVisible();
    },
  },
  signedOut: {
    ...own,
    prepare: (script) => {
      script.signOut();
      script.before((window) => {
        // Nobody waits for an answer that does not come.
        const { setTimeout } = window;
        Object.assign(window, {
          setTimeout: (handler: () => void, delay: number) => setTimeout(handler, delay === 6_000 ? 0 : delay),
        });
      });
    },
    show: async (screen) => {
      await expect.element(screen.getByRole("heading", { name: "Open Tribe first" })).toBeVisible();
    },
  },
  noWallet: { ...own, has: "no wallet" },
  noPasskeys: {
    ...own,
    prepare: (script) => void Object.assign(script.authenticator, { isThere: () => false }),
    show: async (screen) => {
      await expect
        .element(screen.getByText("This browser can't use passkeys here. Try another browser."))
        .toBeVisible();
    },
  },
  tooOld: {
    ...own,
    prepare: (script) =>
      script.before(({ crypto, DOMException }) => {
        const generateKey = () => Promise.reject(new DOMException("Unrecognized name", "NotSupportedError"));
        Object.assign(crypto.subtle, { generateKey });
      }),
    show: async (screen) => {
      await expect.element(screen.getByRole("heading", { name: oldBrowserTexts.title })).toBeVisible();
    },
  },
  failed: { path, server: () => walletScript(on(routes.wallet.wallet, fails("forbidden"))), has: "no wallet" },
  linkOver: {
    ...proven,
    prepare: async (script, here) => {
      await proven.prepare(script, here);
      script.server.answer(on(routes.wallet.finishProof, fails("recovery_link_invalid")));
    },
  },
  proven,
  waits: { ...own, prepare: (script) => script.tell(everythingWaits) },
  email: { ...proven, show: (screen) => press(screen, "Change it") },
  restore: { ...own, has: "another browser's wallet" },
  passkeyAdded: {
    ...own,
    show: async (screen) => {
      await press(screen, "Add a passkey");
      await expect.element(screen.getByRole("heading", { name: "This browser locks" })).toBeVisible();
    },
  },
  passkeyRecovers: {
    ...own,
    prepare: async (script, here) => {
      await makePasskey(script, here);
      script.tell({ recovery: "passkey" });
    },
  },
  kitTried: {
    ...proven,
    prepare: async (script, here) => {
      await proven.prepare(script, here);
      script.tell({ kit: { number: "0A1B2C3D", triedAt: before(days) } });
    },
  },
  kitMade: {
    ...withKey(true),
    show: async (screen) => {
      await press(screen, "Make a recovery kit");
      await expect.element(screen.getByRole("list", { name: "Passphrase" })).toBeVisible();
    },
  },
  kitWaits: { ...withKey(false), show: (screen) => press(screen, "Make a recovery kit") },
  kitChecked: { ...proven, show: (screen) => press(screen, "Check a kit that I have") },
  keyShown: {
    ...withKey(true),
    show: async (screen) => {
      await press(screen, "Take my key");
      await press(screen, "Show my key");
    },
  },
  keyWaits: { ...withKey(false), show: (screen) => press(screen, "Take my key") },
  moveWaits: { ...withKey(false), show: (screen) => press(screen, "Make my new wallet") },
} as const satisfies Record<string, WalletState>;
