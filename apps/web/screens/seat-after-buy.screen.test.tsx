import { routes, type Subscriber, type TokenUnits, tradeState } from "@tribe/contract";
import { transactionTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible, expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { expectNothingCut, expectOneMainAction } from "./checks/layout.ts";
import { landedTrade, sol, walletOnChain } from "./fixtures/chain.ts";
import { aSubscriber, messages, subscribersOf } from "./fixtures/chats.ts";
import { aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { holdBack } from "./server/hold-back.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

const signature = aSignature(1);
const person = aPerson();
const firstWords = "In from the start";
const outside = aTribe({ name: "Ida", subscribeState: "expired", seatHoldings: [...seats(2)] });
const { mint } = outside;
const inside = aTribe({ ...outside, subscribeState: "active", seatHoldings: [...seats(2), tokens(10)] });
const own = (holding: TokenUnits): Subscriber =>
  aSubscriber({ uid: person.uid, displayName: person.displayName, holding });
const confirmed = [
  on(routes.factory.prepareTrade, preparedTrade),
  on(routes.factory.submitTrade, { signature }),
  on(routes.factory.tradeStatus, { state: tradeState.succeeded, errorReason: null, signature }),
] as const;

/** How long the face is on its way to its seat. */
const wayOf = (screen: Screen): string => {
  const face = screen.window.document.querySelector("[role=dialog] .animate-take-seat");
  return face ? screen.window.getComputedStyle(face).animationDuration : "";
};

it("says how much a buy lacks for a seat, offers the rest, and gives the seat back: who sits beside it, and a way to say hello", async () => {
  const server = scriptedServer(
    ...tribeAnswers(outside, {
      messages: messages(2, { mint, text: firstWords }),
      subscribers: subscribersOf(outside),
    }),
    ...confirmed,
  );
  const holds = (before: TokenUnits, units: TokenUnits) => {
    const landed = person.address
      ? landedTrade(person.address, mint, { sol: -123_456_789n, held: [before, units] })
      : undefined;
    server.answerNode(
      walletOnChain({ balance: sol(3), holdings: new Map([[mint, units]]), ...(landed && { landed }) }),
    );
  };
  const requests = () => server.wallet.requests.filter(({ request }) => request.method === "signTransaction");
  holds(tokens(7), tokens(7));
  const screen = await openScreen(`/token/${mint}`, { server, as: person, size: sizes.smallPhone });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  const amount = screen.getByRole("textbox", { name: "Amount" });
  const confirm = async (time: number) => {
    await button("Next").click();
    await expect.poll(() => requests().length).toBe(time);
    requests()[time - 1]?.confirm({ signature: aSignature(time) });
  };
  await button("Buy").click();
  await amount.fill("1");
  holds(tokens(7), tokens(8));
  await confirm(1);
  await expect.element(screen.getByRole("heading", { name: "You bought 1 IDA" })).toBeVisible();
  await expect.element(screen.getByText(/^You're 2 .+ short of a seat\.$/)).toBeVisible();
  await expectAccessible(screen);
  await button("Buy min. to enter chat").click();
  await expect.element(amount).toHaveValue("2");
  const held = holdBack();
  const subscribers = [...subscribersOf(outside), own(tokens(10))];
  server.answer(
    on(routes.chat.join, () => {
      server.answer(
        ...tribeAnswers(inside, { messages: messages(2, { mint, text: firstWords }) }),
        on(routes.chat.subscribers, held.until({ subscribers })),
      );
      return { state: "active" as const };
    }),
  );
  holds(tokens(8), tokens(10));
  const loaded = server.callsOf(routes.chat.subscribers).length;
  await confirm(2);
  // The ring comes with everybody in it.
  await expect.poll(() => server.callsOf(routes.chat.subscribers).length).toBeGreaterThan(loaded);
  await expect.element(screen.getByText(transactionTexts.takingSeat)).toBeVisible();
  held.release();
  const moment = screen.getByRole("dialog");
  const title = moment.getByRole("heading", { name: "You're back. Seat 3 of 12" });
  await expect.element(title).toHaveFocus();
  await expect.element(moment.getByText("You sit next to Member 2")).toBeVisible();
  await expect.element(moment.getByText("Transaction Confirmed")).toBeVisible();
  await expect.element(moment.getByRole("link", { name: "View on Explorer" })).toBeVisible();
  // To the lamport, as it is on chain.
  await expect.element(moment.getByText("0.123456789 SOL")).toBeVisible();
  expect(screen.window.location.pathname).toBe(`/chat/${mint}`);
  // A phone that is turned, or a wider window, renders another dialog: it says the same, and nothing is joined again.
  await screen.resize(sizes.desktop);
  await expect.element(title).toBeVisible();
  await screen.resize(sizes.smallPhone);
  await expect.element(title).toHaveFocus();
  expect(server.callsOf(routes.chat.join)).toHaveLength(1);
  await expectAccessibleInBothLooks(screen);
  await expectNothingCut(screen);
  await expectOneMainAction(screen);
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(button("Say hello")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(moment).not.toBeInTheDocument();
  await expect.element(screen.getByText(firstWords).first()).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
});

it("lets somebody whom the seat was refused try again, and keeps the purchase's end", async () => {
  const server = scriptedServer(
    ...tribeAnswers(outside, { subscribers: subscribersOf(outside) }),
    ...confirmed,
    on(routes.chat.join, fails("internal")),
  );
  server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[mint, tokens(9)]]) }));
  const screen = await openScreen(`/token/${mint}`, {
    server,
    as: person,
    size: sizes.smallPhone,
    reducedMotion: "reduce",
  });
  const button = (name: string) => screen.getByRole("button", { name, exact: true });
  await button("Buy").click();
  await screen.getByRole("textbox", { name: "Amount" }).fill("2");
  await button("Next").click();
  server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[mint, tokens(11)]]) }));
  (await server.wallet.requested("signTransaction")).confirm({ signature });
  await expect.element(screen.getByRole("heading", { name: /^Bought\./ })).toBeVisible();
  await expect.element(button("Join chat")).toBeVisible();
  expect(screen.window.location.pathname).toBe(`/token/${mint}`);
  server.answer(
    on(routes.chat.join, { state: "active" }),
    ...tribeAnswers(inside, {
      subscribers: [...subscribersOf(outside), own(tokens(11))],
    }),
  );
  server.answer(on(routes.market.profile, outside));
  await button("Join chat").click();
  const dialog = screen.getByRole("dialog", { name: "Join Ida" });
  await dialog.getByRole("button", { name: "Join chat" }).click();
  await expect.element(dialog.getByRole("heading", { name: "You're back. Seat 3 of 12" })).toHaveFocus();
  // Without motion it sits there from the start.
  expect(Number.parseFloat(wayOf(screen))).toBeLessThan(0.001);
  await expectAccessible(screen);
  expect(screen.window.location.pathname).toBe(`/chat/${mint}`);
});
