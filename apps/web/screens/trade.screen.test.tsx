import { apiErrors, routes, tokenUnits, tradeState } from "@tribe/contract";
import { priceMovedText, texts } from "@tribe/domain/words";
import { walletHeights } from "@tribe/ui/wallet-heights";
import { expect, it } from "vitest";
import { commands, userEvent } from "vitest/browser";
import { expectAccessible } from "./checks/accessible.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { memberServer, memberTribe, preparedTrade, renewedTrade } from "./fixtures/trading.ts";
import { aTribe, tokens } from "./fixtures/tribes.ts";
import { fails, neverAnswers, on } from "./server/answers.ts";
import type { ScriptedServer } from "./server/scripted-server.ts";
import { tradeStates } from "./states/trade.states.ts";
import { openScreen, openState, type Screen } from "./support/open-screen.ts";

const { mint } = memberTribe;
const amountOf = (screen: Screen) => screen.getByRole("textbox", { name: "Amount" });
const detailsOf = (screen: Screen) => screen.getByText("Details", { exact: true });
const buttonOf = (screen: Screen) => (name: string) => screen.getByRole("button", { name, exact: true });

/** A member's page with the dialog of a purchase. */
const openBuy = async (server: ScriptedServer): Promise<Screen> => {
  const screen = await openScreen(`/token/${mint}`, { server, as: aPerson() });
  await buttonOf(screen)("Buy").click();
  await expect.element(amountOf(screen)).toBeVisible();
  return screen;
};

it("shows why a trade failed and returns to its amount", async () => {
  const signature = aSignature(1);
  const server = memberServer(
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.failed, errorReason: "curve.6002", signature }),
  );
  const screen = await openBuy(server);
  const button = buttonOf(screen);
  await detailsOf(screen).click();
  await screen.getByRole("textbox", { name: /Slippage/ }).fill("0");
  await amountOf(screen).fill("1.5");
  await button("Next").click();
  const asked = await server.wallet.requested("signTransaction");
  expect(asked.request.message).toBe(preparedTrade.message);
  asked.confirm({ signature });
  await expect.element(screen.getByText(texts.slippageExceeded)).toBeVisible();
  await expectAccessible(screen);
  expect(server.callsOf(routes.factory.prepareTrade)[0]?.body).toMatchObject({
    mint,
    tokenAmountInLamports: tokens(1.5),
  });
  expect(server.callsOf(routes.factory.submitTrade).map(({ body }) => body)).toEqual([
    { ticket: preparedTrade.ticket, signature },
  ]);
  await button("OK").click();
  await expect.element(amountOf(screen)).toHaveValue("1.5");
});

it("names the request that failed under Details, whether the page or the wallet's frame had asked", async () => {
  const requestId = "0b9ad3fe12c1495fa7c1f4e34cf5d4c0";
  const shownIn = async (screen: Screen) => {
    await detailsOf(screen).click();
    await expect.element(screen.getByText("Request", { exact: true })).toBeVisible();
    await expect.element(screen.getByText(requestId, { exact: true })).toBeVisible();
    await expectAccessible(screen);
    screen.close();
  };
  const server = memberServer(on(routes.factory.prepareTrade, fails("internal", { requestId })));
  const screen = await openBuy(server);
  await amountOf(screen).fill("1.5");
  await buttonOf(screen)("Next").click();
  await shownIn(screen);
  const inside = memberServer();
  const other = await openBuy(inside);
  await amountOf(other).fill("1.5");
  await buttonOf(other)("Next").click();
  (await inside.wallet.requested("signTransaction")).fail("unavailable", "It didn't answer", requestId);
  await shownIn(other);
});

it("orders the same again at the price of now, with one press, when the price had moved too far", async () => {
  const signature = aSignature(1);
  const server = memberServer(
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.failed, errorReason: "curve.6002", signature }),
  );
  const screen = await openBuy(server);
  await amountOf(screen).fill("1.5");
  await buttonOf(screen)("Next").click();
  (await server.wallet.requested("signTransaction")).confirm({ signature });
  await expect.element(screen.getByText(texts.slippageExceeded)).toBeVisible();
  const dearer = aTribe({ ...memberTribe, supply: tokens(800) });
  server.answer(on(routes.market.profile, dearer), on(routes.factory.prepareTrade, renewedTrade));
  const again = screen.getByRole("button", { name: /^Try again at [\d.]+ SOL$/ });
  await expect.element(again).toBeVisible();
  await expectAccessible(screen);
  await again.click();
  const requests = () => server.wallet.requests.filter(({ request }) => request.method === "signTransaction");
  await expect.poll(() => requests().length).toBe(2);
  const bodies = server.callsOf(routes.factory.prepareTrade).map(({ body }) => body);
  expect(bodies.map(({ tokenAmountInLamports }) => tokenAmountInLamports)).toEqual([tokens(1.5), tokens(1.5)]);
});

it("asks again when the price moves beyond the slippage before the wallet has seen the trade", async () => {
  const server = memberServer();
  const dearer = aTribe({ ...memberTribe, supply: tokens(600) });
  server.answer(
    on(routes.factory.prepareTrade, () => {
      server.answer(on(routes.market.profile, dearer));
      return fails("slippage_exceeded");
    }),
  );
  const screen = await openBuy(server);
  await amountOf(screen).fill("2");
  await buttonOf(screen)("Next").click();
  await expect.element(screen.getByText(priceMovedText)).toBeVisible();
  await expect.element(amountOf(screen)).toHaveValue("2");
  await expectAccessible(screen);
  expect(server.wallet.requests.filter(({ request }) => request.method === "signTransaction")).toEqual([]);
});

it("reads thousands separators in pasted amounts, a typed comma as a decimal point, and accepts no letters", async () => {
  await commands.allowClipboard();
  const screen = await openBuy(memberServer());
  const amount = amountOf(screen);
  const button = buttonOf(screen);
  const paste = async (text: string, becomes: string) => {
    await amount.click();
    await screen.window.navigator.clipboard.writeText(text);
    await userEvent.keyboard("{Control>}a{/Control}{Control>}v{/Control}");
    await expect.element(amount).toHaveValue(becomes);
  };
  await paste("1,000", "1000");
  await paste("1,000", "1000");
  await paste("1,234.567", "1234.567");
  await paste("1e5", "1234.567");
  await amount.clear();
  await userEvent.keyboard("1,000");
  await expect.element(amount).toHaveValue("1.000");

  await detailsOf(screen).click();
  const slippage = screen.getByRole("textbox", { name: /Slippage/ });
  await slippage.clear();
  await userEvent.keyboard("5.5");
  await expect.element(screen.getByText("Slippage 5.5%")).toBeVisible();
  await button("1%").click();
  await expect.element(slippage).toHaveValue("1");
  await button("5%").click();
  await amount.click();
  await expect.element(slippage).toHaveValue("5");
  await expect.poll(() => localStorage.getItem("tribe:v1:slippage")).toBe("500");
});

it("sells the whole sellable balance, and says that tokens in a second account can't be sold", async () => {
  const server = memberServer();
  const units = new Map([[mint, tokens(10)]]);
  server.answerNode(walletOnChain({ balance: sol(3), holdings: units, elsewhere: new Map([[mint, tokenUnits(1n)]]) }));
  const screen = await openBuy(server);
  const button = buttonOf(screen);
  await screen.getByRole("tab", { name: "Sell" }).click();
  const line = "0.000000001 IDA more are in another account of yours and can't be traded here.";
  await expect.element(screen.getByText(line)).toBeVisible();
  await button("100%").click();
  await expect.element(amountOf(screen)).toHaveValue("10");
  await expectAccessible(screen);
  await button("Next, and leave the chat").click();
  const asked = await server.wallet.requested("signTransaction");
  expect(server.callsOf(routes.factory.prepareTrade)[0]?.body).toMatchObject({ tokenAmountInLamports: tokens(10) });
  asked.decline();
  await expect.element(amountOf(screen)).toHaveValue("10");
});

it("says before anything is pressed that an amount of SOL moves the price far", async () => {
  const screen = await openBuy(memberServer());
  await screen.getByRole("button", { name: /change to SOL$/ }).click();
  await amountOf(screen).fill("0.5");
  await expect.element(screen.getByText(/^You'd pay .+ today's price$/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Buy anyway" })).toBeEnabled();
  await expectAccessible(screen);
});

it("says how much SOL a buy needs and offers a deposit", async () => {
  const screen = await openBuy(memberServer(on(routes.fund.bridgePage, { url: null })));
  await amountOf(screen).fill("1000");
  await expect.element(screen.getByText(/^You need .* SOL, fees/)).toBeVisible();
  // So many move the price far, which the button says.
  await expect.element(buttonOf(screen)("Buy anyway")).toBeDisabled();
  await expectAccessible(screen);
  await buttonOf(screen)("Deposit").click();
  await expect.element(screen.getByRole("textbox", { name: "Amount by card" })).toBeVisible();
});

/** A purchase that waits in the wallet's frame. */
const inWallet = async (server: ScriptedServer) => {
  const screen = await openBuy(server);
  await amountOf(screen).fill("1.5");
  await buttonOf(screen)("Next").click();
  return { screen, asked: await server.wallet.requested("signTransaction") };
};

it("prepares a trade again that was confirmed late, and submits that one", async () => {
  const signature = aSignature(1);
  const server = memberServer(
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.pending, errorReason: null, signature }),
  );
  const { asked } = await inWallet(server);
  expect(asked.request).toMatchObject({ message: preparedTrade.message, canRenew: true });
  server.answer(on(routes.factory.prepareTrade, renewedTrade));
  asked.send({ event: "renewal_needed" });
  const renewal = await server.wallet.requested("renew");
  expect(renewal.request.message).toBe(renewedTrade.message);
  renewal.confirm({});
  asked.confirm({ signature });
  expect((await server.called(routes.factory.submitTrade)).body).toEqual({ ticket: renewedTrade.ticket, signature });
  const [first, second] = server.callsOf(routes.factory.prepareTrade).map(({ body }) => body);
  expect(second).toEqual({ ...first, idempotencyKey: expect.not.stringMatching(first?.idempotencyKey ?? "") });
  // It is the same request to the wallet, with one frame and one answer.
  expect(server.wallet.requests.filter(({ request }) => request.method === "signTransaction")).toHaveLength(1);
});

it("says why a trade that was confirmed late can't be prepared again, and signs nothing", async () => {
  const server = memberServer();
  const { screen, asked } = await inWallet(server);
  server.answer(on(routes.factory.prepareTrade, fails("insufficient_sol")));
  asked.send({ event: "renewal_needed" });
  await expect.element(screen.getByText(apiErrors.insufficient_sol.message)).toBeVisible();
  expect(server.wallet.requests.filter(({ request }) => request.method === "renew")).toEqual([]);
});

it("gives the wallet's frame the height that its box will have, before the frame has measured it", async () => {
  const { screen } = await inWallet(memberServer());
  const frame = screen.getByTitle("Confirm in your wallet");
  await expect.element(frame).toBeVisible();
  expect(frame.element().getBoundingClientRect().height).toBe(walletHeights.curve.buy.sheet);
});

it("closes on Escape within the wallet's frame", async () => {
  const { screen, asked } = await inWallet(memberServer());
  const frame = screen.getByTitle("Confirm in your wallet");
  await expect.element(frame).toBeVisible();
  asked.send({ event: "escape" });
  await expect.element(frame).not.toBeInTheDocument();
});

it("stays on Escape within the wallet's frame while something is signed there", async () => {
  const server = memberServer(on(routes.factory.submitTrade, neverAnswers));
  const { screen, asked } = await inWallet(server);
  asked.send({ event: "phase", phase: "signing" });
  asked.send({ event: "escape" });
  asked.confirm({ signature: aSignature(1) });
  await server.called(routes.factory.submitTrade);
  await expect.element(screen.getByText("Processing...")).toBeVisible();
});

it("offers a seat that lasts beside one at the cut, with the same figures on the button and in the sentence", async () => {
  const screen = await openState(tradeStates.seatAtTheCut);
  const seat = screen.getByRole("region", { name: "Your seat" });
  await expect.element(amountOf(screen)).toHaveValue("15.0001");
  await expect.element(screen.getByText(/^15\.0001 \S+ · [\d.]+ SOL$/)).toBeVisible();
  await expect.element(seat.getByText(/^15\.0001 \S+, at the cut$/)).toBeVisible();
  await expect.element(seat.getByText(/needs 0\.0001 \S+ to take it back\.$/)).toBeVisible();
  await seat.getByRole("button", { name: /^\+ 3 \S+ \(0\.\d+ SOL\): seat 11, 3 to spare$/ }).click();
  await expect.element(amountOf(screen)).toHaveValue("18.0001");
  await expect.element(seat.getByText("You'd take seat 11 of 12")).toBeVisible();
  expect(seat.getByRole("button").elements()).toEqual([]);
});
