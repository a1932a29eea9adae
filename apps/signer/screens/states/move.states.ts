import { expect } from "vitest";
import { haveMoved } from "../fixtures/moves.ts";
import { walletScript } from "../server/wallet-script.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";
import type { WalletState } from "./state.ts";

/** The wallet's own page after a move. */
const page = (of: Parameters<typeof haveMoved>[1]) =>
  ({
    path: "#wallet",
    server: walletScript,
    prepare: (script) => haveMoved(script, of),
    show: async (screen) => {
      const found = of.left
        ? screen.getByText("3 SOL, all of it, after the fees")
        : screen.getByText("Nothing is left at your old wallet:");
      await expect.element(found).toBeVisible();
    },
  }) as const satisfies WalletState;
const found = page({ left: true, isFinished: false });
const kept = page({ left: false, isFinished: true });
const pressMove = (screen: WalletScreen): Promise<void> =>
  screen.getByRole("button", { name: "Move all of it" }).click();

export const moveStates = {
  found,
  moving: {
    ...found,
    show: async (screen) => {
      screen.script.server.answerNode({ sendTransaction: () => new Promise(() => undefined) });
      await pressMove(screen);
      await expect.element(screen.getByText("Moving...").first()).toBeVisible();
    },
  },
  notMoved: {
    ...found,
    show: async (screen) => {
      screen.script.server.answerNode({ sendTransaction: () => Promise.reject(new TypeError("Failed to fetch")) });
      await pressMove(screen);
      await expect.element(screen.getByRole("button", { name: "Look again" })).toBeVisible();
    },
  },
  moved: page({ left: false, isFinished: false }),
  unread: {
    ...found,
    prepare: async (script) => {
      await haveMoved(script, { left: true, isFinished: false });
      script.server.answerNode({ getBalance: () => Promise.reject(new TypeError("Failed to fetch")) });
    },
    show: async (screen) => {
      await expect.element(screen.getByRole("alert")).toBeVisible();
    },
  },
  kept: { path: kept.path, server: kept.server, prepare: kept.prepare },
  keptFound: {
    ...page({ left: true, isFinished: true }),
    show: (screen) => screen.getByRole("button", { name: "Look what is there" }).click(),
  },
} as const satisfies Record<string, WalletState>;
