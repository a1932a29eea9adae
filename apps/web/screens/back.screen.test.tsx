import { routes, tradeState } from "@tribe/contract";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida", seatHoldings: [] });
const path = `/token/${tribe.mint}`;
const looks = { size: sizes.smallPhone, colorScheme: "light", reducedMotion: "no-preference" } as const;
const signature = aSignature(1);

/** Clicks at a place of the screen, whatever lies there. */
const clickAt = async ({ window }: Screen, position: { readonly x: number; readonly y: number }): Promise<void> => {
  if (window.frameElement) await page.elementLocator(window.frameElement).click({ position });
};

/** Whoever holds the screen: its buttons, and the browser's own Back and Forward, whose step may stay within the page. */
const inHand = (screen: Screen) => {
  const { history, location } = screen.window;
  const dialogs = () => screen.getByRole("dialog").elements();
  const pathOf = () => location.pathname;
  return {
    button: (name: string) => screen.getByRole("button", { name, exact: true }),
    amount: screen.getByRole("textbox", { name: "Amount" }),
    pathOf,
    dialogs,
    back: () => history.back(),
    forward: () => history.forward(),
    /** How many dialogs are open at the current entry of the history. */
    entryDepth: () => Number(history.state?.tribeDialogs ?? 0),
    /** Back closes the open dialog, and the page beneath stays. */
    backCloses: async (): Promise<void> => {
      const before = pathOf();
      history.back();
      await expect.poll(dialogs).toEqual([]);
      expect(pathOf()).toBe(before);
    },
    /** Back while a dialog is busy: the browser goes back, and the page goes forward again. */
    backIsRefused: async (): Promise<void> => {
      const depths: number[] = [];
      const note = () => depths.push(Number(history.state?.tribeDialogs ?? 0));
      screen.window.addEventListener("popstate", note);
      history.back();
      await expect.poll(() => depths).toEqual([0, 1]);
      screen.window.removeEventListener("popstate", note);
    },
  } as const;
};

it("closes the sign-in dialog on Back at both of its steps, and stays on the Tribe", async () => {
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null }),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
  );
  const screen = await openScreen("/", { server, ...looks });
  const { button, pathOf, dialogs, back, forward, entryDepth, backCloses } = inHand(screen);
  const email = screen.getByRole("textbox", { name: "E-mail" });
  await screen.getByRole("link", { name: /Ida/ }).first().click();
  await button("Buy").click();
  await expect.element(email).toBeVisible();
  await expect.poll(entryDepth).toBe(1);
  await backCloses();
  forward();
  await expect.poll(entryDepth).toBe(0);
  expect(dialogs()).toEqual([]);

  await button("Buy").click();
  await email.fill("other@example.com");
  await button("Send code").click();
  await expect.element(screen.getByRole("textbox", { name: "Code" })).toBeInTheDocument();
  await backCloses();
  await expect.element(button("Buy")).toBeVisible();
  expect([pathOf(), dialogs()]).toEqual([path, []]);
  await expect.poll(entryDepth).toBe(0);
  back();
  await expect.poll(pathOf).toBe("/");
  forward();
  await expect.poll(pathOf).toBe(path);
});

it("closes each dialog of a purchase on Back, and refuses it while the trade is sent", async () => {
  const connected = aPerson({ displayName: "Otto" });
  const person = { ...connected, twitter: null };
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.fund.bridgePage, { url: null }),
    on(routes.factory.prepareTrade, preparedTrade),
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.pending, errorReason: null, signature }),
  );
  server.answerNode(walletOnChain({ balance: sol(0) }));
  const screen = await openScreen(path, { server, as: person, ...looks });
  const { button, amount, pathOf, dialogs, entryDepth, backCloses, backIsRefused } = inHand(screen);
  const enterAmount = async () => {
    await button("Buy").click();
    await amount.fill("1.5");
  };
  const asked = () => server.wallet.requests.filter(({ request }) => request.method === "signTransaction");
  const frame = screen.getByTitle("Confirm in your wallet");
  const clickOutside = () => clickAt(screen, { x: 4, y: 4 });
  await button("Buy").click();
  await expect.element(amount).toBeVisible();
  await clickOutside();
  await expect.poll(dialogs).toEqual([]);
  await button("Buy").click();
  await expect.element(amount).toBeVisible();
  await backCloses();

  await enterAmount();
  await button("Deposit").click();
  await expect.element(screen.getByRole("dialog").getByRole("button", { name: "Connect X" })).toBeVisible();
  await backCloses();
  server.answer(on(routes.identity.signIn, { localUser: connected }));
  server.realtime.push({ type: "account", what: "user" });
  await enterAmount();
  await button("Deposit").click();
  await expect.element(screen.getByRole("textbox", { name: "Amount by card" })).toBeVisible();
  await backCloses();
  server.answerNode(walletOnChain({ balance: sol(2) }));
  server.realtime.push({ type: "account", what: "balance" });
  await enterAmount();
  await button("Next").click();
  await expect.element(frame).toBeVisible();
  await expect.poll(() => asked().length).toBe(1);
  await backCloses();

  await enterAmount();
  await button("Next").click();
  await expect.poll(() => asked().length).toBe(2);
  asked()[1]?.confirm({ signature });
  const sending = screen.getByText("Processing...");
  await expect.element(sending).toBeVisible();
  await expect.poll(entryDepth).toBe(1);
  await backIsRefused();
  await expect.poll(entryDepth).toBe(1);
  // A click outside the dialog and Escape do not close it either.
  await clickOutside();
  await userEvent.keyboard("{Escape}");
  await expect.element(sending).toBeVisible();
  expect(pathOf()).toBe(path);

  server.answer(on(routes.factory.tradeStatus, { state: tradeState.succeeded, errorReason: null, signature }));
  await expect.element(screen.getByRole("dialog").getByText("Transaction Confirmed")).toBeVisible();
  await backCloses();
});
