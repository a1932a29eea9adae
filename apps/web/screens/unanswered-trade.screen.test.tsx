import { milliseconds, routes, type TokenUnits, tradeState } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "./checks/accessible.ts";
import { landedTrade, sol, walletOnChain } from "./fixtures/chain.ts";
import { aSubscriber, subscribersOf } from "./fixtures/chats.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { aSession } from "./fixtures/sessions.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { type ScriptedServer, scriptedServer } from "./server/scripted-server.ts";
import { type HeldTimers, holdTimers } from "./support/hold-timers.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// A trade that is signed and sent, and whose end comes late: after a reload, in another tab, behind a closed dialog.

const tribe = aTribe({ name: "Ida", seatHoldings: [...seats(2)] });
const { mint } = tribe;
const path = `/token/${mint}`;
const person = aPerson();
const signature = aSignature(1);
const { ticket } = preparedTrade;
const tradeServer = (): ScriptedServer => {
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    on(routes.factory.prepareTrade, preparedTrade),
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.pending, errorReason: null, signature }),
  );
  server.answerNode(walletOnChain({ balance: sol(3) }));
  return server;
};
/** The chain has confirmed it. */
const confirm = (server: ScriptedServer): void => {
  server.answer(on(routes.factory.tradeStatus, { state: tradeState.succeeded, errorReason: null, signature }));
};
/** From the page of a Tribe to a small sale of a member on its way. */
const send = async (server: ScriptedServer): Promise<{ screen: Screen; timers: HeldTimers }> => {
  server.answer(on(routes.market.profile, { ...tribe, subscribeState: "active" }));
  server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[mint, tokens(50)]]) }));
  const screen = await openScreen(path, { server, as: person, size: sizes.smallPhone });
  const timers = holdTimers(screen.window, milliseconds.tradeTimeout);
  await screen.getByRole("button", { name: "Sell", exact: true }).click();
  await screen.getByRole("textbox", { name: "Amount" }).fill("0.25");
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  (await server.wallet.requested("signTransaction")).confirm({ signature });
  await expect.element(screen.getByText("Processing...")).toBeVisible();
  await server.called(routes.factory.submitTrade);
  return { screen, timers };
};

/** Waits in vain, and closes the dialog. */
const leave = async (screen: Screen, timers: HeldTimers): Promise<void> => {
  await expect.element(screen.getByText("Processing...")).toBeVisible();
  await expect.poll(timers.running).toBeGreaterThan(0);
  timers.pass();
  await expect.element(screen.getByText(texts.confirmationTimeout)).toBeVisible();
  await expectAccessible(screen);
  await screen.getByRole("button", { name: "OK", exact: true }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
};
/** The chain and the server tell the end of what was left. */
const reportEnd = (server: ScriptedServer, brought: bigint, held: readonly [TokenUnits, TokenUnits]): void => {
  confirm(server);
  const landed = person.address ? landedTrade(person.address, mint, { sol: brought, held }) : undefined;
  server.answerNode(
    walletOnChain({ balance: sol(2.9), holdings: new Map([[mint, held[1]]]), ...(landed && { landed }) }),
  );
  server.realtime.push({ type: "ticket", ticket, state: tradeState.succeeded, errorReason: null, signature });
};
/** A buy that is enough for a seat, up to its dialog, which was closed. */
const leaveBuy = async (server: ScriptedServer): Promise<Screen> => {
  const screen = await openScreen(path, { server, as: person, size: sizes.smallPhone });
  const timers = holdTimers(screen.window, milliseconds.tradeTimeout);
  await screen.getByRole("button", { name: "Buy", exact: true }).click();
  await screen.getByRole("textbox", { name: "Amount" }).fill("10");
  await screen.getByRole("button", { name: "Next", exact: true }).click();
  (await server.wallet.requested("signTransaction")).confirm({ signature });
  await leave(screen, timers);
  return screen;
};

it("lets a person leave a buy that gets no answer, takes the seat that it has brought, and says so with a way into the chat", async () => {
  const server = tradeServer();
  const screen = await leaveBuy(server);
  const own = aSubscriber({ uid: person.uid, displayName: person.displayName, holding: tokens(10) });
  const inside = aTribe({ ...tribe, subscribeState: "active", seatHoldings: [...seats(2), tokens(10)] });
  server.answer(
    on(routes.chat.join, () => {
      server.answer(...tribeAnswers(inside, { subscribers: [...subscribersOf(tribe), own] }));
      return { state: "active" as const };
    }),
  );
  reportEnd(server, -sol(0.2), [tokens(0), tokens(10)]);
  await expect.element(screen.getByText("You're in. Seat 3 of 12")).toBeVisible();
  await expect.element(screen.getByText(/^Transaction Confirmed: /)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "View on Explorer" })).toBeVisible();
  await expectAccessible(screen);
  expect(screen.window.location.pathname).toBe(path);
  await screen.getByRole("button", { name: "Open chat", exact: true }).click();
  await expect.element(screen.getByRole("textbox", { name: "Message", exact: true })).toHaveFocus();
  expect(screen.window.location.pathname).toBe(`/chat/${mint}`);
});

it("offers the chat when the seat that a left buy has brought could not be taken", async () => {
  const server = tradeServer();
  server.answer(on(routes.chat.join, fails("internal")));
  const screen = await leaveBuy(server);
  reportEnd(server, -sol(0.2), [tokens(0), tokens(10)]);
  await expect.element(screen.getByText("You bought 10 IDA")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Join chat", exact: true }).first()).toBeVisible();
});

it("says what a left sale has brought, and leads into the chat of whoever kept the seat", async () => {
  const server = tradeServer();
  const { screen, timers } = await send(server);
  await leave(screen, timers);
  reportEnd(server, 123_512_345n, [tokens(50), tokens(49)]);
  await expect.element(screen.getByText("0.1235 SOL came in")).toBeVisible();
  await screen.getByRole("button", { name: "Open chat", exact: true }).click();
  await expect.element(screen.getByRole("textbox", { name: "Message", exact: true })).toHaveFocus();
});

it("resumes a trade that a reload interrupted, refuses Back meanwhile, and tells its end", async () => {
  const server = tradeServer();
  const { screen } = await send(server);
  await screen.reload();
  const processing = screen.getByText("Processing...");
  await expect.element(processing).toBeVisible();
  const { history } = screen.window;
  const depth = () => Number(screen.window.history.state?.tribeDialogs ?? 0);
  await expect.poll(depth).toBe(1);
  const depths: number[] = [];
  screen.window.addEventListener("popstate", () => depths.push(depth()));
  history.back();
  await expect.poll(() => depths).toEqual([0, 1]);
  await userEvent.keyboard("{Escape}");
  await expect.element(processing).toBeVisible();
  confirm(server);
  await expect.element(screen.getByRole("dialog").getByText("Transaction Confirmed")).toBeVisible();
  await expect.element(screen.getByRole("dialog").getByRole("link", { name: "View on Explorer" })).toBeVisible();
  expect(server.callsOf(routes.factory.prepareTrade)).toHaveLength(1);
});

it("is consistent in two tabs: the second stays silent, and resumes the trade when the first is closed", async () => {
  const server = tradeServer();
  const { screen: first } = await send(server);
  const asked = () => server.callsOf(routes.factory.tradeStatus).length;
  await expect.poll(asked).toBeGreaterThan(0);
  const second = await openScreen("/you", { server, as: person, size: sizes.smallPhone, keepsStorage: true });
  await expect.element(second.getByRole("heading", { name: "You", exact: true })).toBeVisible();
  // It has found the trade, and waits for the tab that follows it.
  await expect
    .poll(async () => (await navigator.locks.query()).pending?.map(({ name = "" }) => name).join())
    .toContain("tribe:transaction:");
  expect(second.getByRole("dialog").elements()).toEqual([]);
  first.close();
  await expect.element(second.getByText("Processing...")).toBeVisible();
  confirm(server);
  await expect.element(second.getByText("Transaction Confirmed")).toBeVisible();
  expect(server.callsOf(routes.factory.prepareTrade)).toHaveLength(1);
});

it("resumes a signed trade when the person signs out in another tab and in again, and asks nothing of it meanwhile", async () => {
  const server = tradeServer();
  const { screen: first } = await send(server);
  const other = await openScreen("/you", { server, as: person, size: sizes.smallPhone, keepsStorage: true });
  server.answer(
    on(routes.identity.signOut, {}),
    on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
    on(routes.identity.verifyEmail, aSession),
  );
  await other.getByRole("button", { name: "Sign out" }).click();
  const header = () => first.window.document.querySelector("header")?.textContent ?? "";
  await expect.poll(header).toContain("Sign in");
  await expect.element(first.getByText("Processing...")).toBeVisible();
  expect(first.window.document.querySelectorAll("iframe")).toHaveLength(0);
  const asked = server.callsOf(routes.factory.tradeStatus).length;
  confirm(server);
  await other.getByRole("button", { name: "Sign in" }).first().click();
  await other.getByRole("textbox", { name: "E-mail" }).fill(person.email);
  await other.getByRole("button", { name: "Send code" }).click();
  const code = other.getByRole("textbox", { name: "Code" });
  await expect.element(code).toBeInTheDocument();
  expect(server.callsOf(routes.factory.tradeStatus)).toHaveLength(asked);
  await code.fill("123456");
  await expect.element(first.getByText("Transaction Confirmed")).toBeVisible();
  expect(server.callsOf(routes.factory.prepareTrade)).toHaveLength(1);
});
