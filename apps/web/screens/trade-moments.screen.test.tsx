import { routes, type TokenProfile, type TokenUnits, tokenUnits, tradeState } from "@tribe/contract";
import { momentTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { expectNothingCut, expectOneMainAction } from "./checks/layout.ts";
import { landedTrade, sol, walletOnChain } from "./fixtures/chain.ts";
import { subscribersOf } from "./fixtures/chats.ts";
import { anAddress, aSignature } from "./fixtures/ids.ts";
import { aPerson } from "./fixtures/people.ts";
import { preparedTrade } from "./fixtures/trading.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

const signature = aSignature(1);
const person = aPerson();
const wallet = person.address ?? anAddress("nobody");

/** Of four members the one who trades is the third, and the Tribe knows in which order they joined. */
const tribe = aTribe({
  name: "Ida",
  subscribeState: "active",
  seatHoldings: [...seats(2, 60), tokens(40), tokens(20)],
  seating: { joinOrders: [1, 2, 3, 4], own: 3, rival: null },
});
const { mint } = tribe;

interface Trade {
  readonly of?: TokenProfile;
  readonly side: "Buy" | "Sell";
  readonly amount: string;
  /** What it brought, lamports; null if no node shows it. */
  readonly brought: bigint | null;
  readonly held: readonly [TokenUnits, TokenUnits];
  /** The Tribe after it, where the trade has changed more than the index has yet. */
  readonly leaves?: TokenProfile;
  /** Next, by its name for this trade. */
  readonly next?: RegExp;
}

/** Trades on the Tribe's page, up to the end of the trade on chain. */
const trade = async ({ of = tribe, side, amount, brought, held, leaves, next = /^Next/ }: Trade): Promise<Screen> => {
  const server = scriptedServer(
    ...tribeAnswers(of, { subscribers: subscribersOf(of) }),
    on(routes.factory.prepareTrade, preparedTrade),
    on(routes.factory.submitTrade, { signature }),
    on(routes.factory.tradeStatus, { state: tradeState.succeeded, errorReason: null, signature }),
  );
  const holds = (units: TokenUnits) => {
    const landed = brought === null ? null : landedTrade(wallet, mint, { sol: brought, held });
    server.answerNode(
      walletOnChain({ balance: sol(3), holdings: new Map([[mint, units]]), ...(landed && { landed }) }),
    );
  };
  holds(held[0]);
  const screen = await openScreen(`/token/${mint}`, { server, as: person, size: sizes.smallPhone });
  await screen.getByRole("button", { name: side, exact: true }).click();
  await screen.getByRole("textbox", { name: "Amount" }).fill(amount);
  await screen.getByRole("button", { name: next }).click();
  const request = await server.wallet.requested("signTransaction");
  holds(held[1]);
  if (leaves) server.answer(on(routes.market.profile, leaves));
  request.confirm({ signature });
  return screen;
};
const title = (screen: Screen, name: string | RegExp) => screen.getByRole("dialog").getByRole("heading", { name });
const text = (screen: Screen, words: string) => screen.getByRole("dialog").getByText(words, { exact: true });

it("says what a sale brought, to the lamport, and that the seat is kept", async () => {
  const screen = await trade({ side: "Sell", amount: "5", brought: 123_512_345n, held: [tokens(40), tokens(35)] });
  await expect.element(title(screen, "0.1235 SOL came in")).toHaveFocus();
  await expect.element(text(screen, "You keep seat 3 of 12.")).toBeVisible();
  await expect.element(text(screen, "5 IDA")).toBeVisible();
  await expect.element(text(screen, "0.123512345 SOL")).toBeVisible();
  await expect.element(text(screen, "0.00001 SOL")).toBeVisible();
  await expect.element(text(screen, "Transaction Confirmed")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "View on Explorer" })).toBeVisible();
  await expectAccessibleInBothLooks(screen);
  await expectNothingCut(screen);
  await expectOneMainAction(screen);
  await screen.getByRole("button", { name: "OK", exact: true }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

it("says to which seat a sale has moved somebody", async () => {
  const screen = await trade({ side: "Sell", amount: "25", brought: sol(0.5), held: [tokens(40), tokens(15)] });
  await expect.element(text(screen, "You moved down: seat 3 to seat 4 of 12.")).toBeVisible();
});

it("says that a sale of everything gave up the seat, and that the deposit came back", async () => {
  const screen = await trade({ side: "Sell", amount: "40", brought: sol(0.8), held: [tokens(40), tokens(0)] });
  await expect.element(title(screen, "0.8 SOL came in")).toBeVisible();
  await expect.element(text(screen, "You gave up seat 3 in Ida. What you wrote stays.")).toBeVisible();
  await expect.element(screen.getByRole("dialog").getByText("+0.00207 SOL deposit back")).toBeVisible();
});

it("gives no amount that no node has shown", async () => {
  const screen = await trade({ side: "Sell", amount: "5", brought: null, held: [tokens(40), tokens(35)] });
  await expect.element(title(screen, "Sold. What came in is in your wallet")).toBeVisible();
  await expect.element(text(screen, "You keep seat 3 of 12.")).toBeVisible();
});

it("says what somebody with a seat has bought, and to which seat it has moved them", async () => {
  const screen = await trade({
    side: "Buy",
    amount: "50",
    brought: -sol(1.2),
    held: [tokens(40), tokens(90)],
    next: /^(Next|Buy anyway)/,
  });
  await expect.element(title(screen, "You bought 50 IDA")).toHaveFocus();
  await expect.element(text(screen, "You moved up: seat 3 to seat 2 of 12.")).toBeVisible();
  await expect.element(text(screen, "1.2 SOL")).toBeVisible();
});

it("says that the curve is full when a purchase was its last", async () => {
  const screen = await trade({
    of: { ...tribe, supply: tokenUnits(tribe.maxSupply - tokens(1)) },
    leaves: { ...tribe, supply: tribe.maxSupply },
    side: "Buy",
    amount: "1",
    brought: -sol(2),
    held: [tokens(40), tokens(41)],
  });
  await expect.element(title(screen, "You bought 1 IDA")).toBeVisible();
  await expect.element(text(screen, momentTexts.curveFull)).toBeVisible();
  await expect.element(text(screen, "You keep seat 3 of 12.")).toBeVisible();
});

it.each([
  ["chief", "You're the Chief: you need no seat."],
  ["banned", "The Chief has blocked you from this chat."],
] as const)("takes no seat for somebody who is %s", async (subscribeState, words) => {
  const screen = await trade({
    of: { ...tribe, subscribeState },
    side: "Buy",
    amount: "1",
    brought: -sol(0.02),
    held: [tokens(40), tokens(41)],
  });
  await expect.element(title(screen, "You bought 1 IDA")).toBeVisible();
  await expect.element(text(screen, words)).toBeVisible();
});
