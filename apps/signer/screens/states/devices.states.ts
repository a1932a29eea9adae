import { expect } from "vitest";
import { otherBrowserAsks, thisBrowserAsks } from "../fixtures/approvals.ts";
import { walletScript } from "../server/wallet-script.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";
import type { WalletState } from "./state.ts";

const press = (screen: WalletScreen, name: string): Promise<void> =>
  screen.getByRole("button", { name, exact: true }).click();

/** The browser without the wallet. */
const asking = (isOpened: boolean) =>
  ({
    server: walletScript,
    has: "another browser's wallet",
    prepare: (script) => thisBrowserAsks(script, isOpened),
    asks: () => ({ method: "recover" }),
  }) as const satisfies WalletState;

/** The browser that has it. */
const answering = (reveals: boolean) =>
  ({
    path: "#wallet",
    server: walletScript,
    prepare: (script) => otherBrowserAsks(script, reveals),
  }) as const satisfies WalletState;

const goOn = async (screen: WalletScreen): Promise<void> => {
  await press(screen, "It's me, go on");
  await expect.element(screen.getByRole("textbox", { name: "The number on that browser's screen" })).toBeVisible();
};

export const deviceStates = {
  offer: asking(false),
  asked: {
    ...asking(false),
    show: async (screen) => {
      await press(screen, "Approve on another device");
      await expect.element(screen.getByRole("heading", { name: "Approve this on your other device" })).toBeVisible();
    },
  },
  number: {
    ...asking(true),
    show: async (screen) => {
      await press(screen, "Approve on another device");
      await expect.element(screen.getByText(/^\d{3} ?\d{3} ?\d{3}$/)).toBeVisible();
    },
  },
  question: {
    ...answering(false),
    show: async (screen) => {
      await expect.element(screen.getByRole("button", { name: "It's me, go on" })).toBeVisible();
    },
  },
  unopened: { ...answering(false), show: (screen) => press(screen, "It's me, go on") },
  numberAsked: { ...answering(true), show: goOn },
  typed: {
    ...answering(true),
    show: async (screen) => {
      await goOn(screen);
      await screen.getByRole("textbox", { name: "The number on that browser's screen" }).fill("123 456 789");
      await press(screen, "Give it my wallet");
      await expect.element(screen.getByText(/That isn't the number\./)).toBeVisible();
    },
  },
  refused: {
    ...answering(false),
    show: async (screen) => {
      await press(screen, "Refuse");
      await expect.element(screen.getByRole("heading", { name: "Refused" })).toBeVisible();
    },
  },
} as const satisfies Record<string, WalletState>;
