// Why the last view fills its sheet: docs/decisions/0163.
import { lamports, milliseconds, routes, type TokenProfile, type TokenUnits, tradeState } from "@tribe/contract";
import { landedTrade, sol, walletOnChain } from "../fixtures/chain.ts";
import { aSubscriber, messages, subscribersOf } from "../fixtures/chats.ts";
import { aCost, costsAnswer } from "../fixtures/costs.ts";
import { anAddress, aSignature } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { memberServer, memberTribe, preparedTrade } from "../fixtures/trading.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, seats, tokens } from "../fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { type ScriptedServer, scriptedServer } from "../server/scripted-server.ts";
import { holdTimers } from "../support/hold-timers.ts";
import type { Stage, States } from "./state.ts";

const { mint } = memberTribe;
const signature = aSignature(1);
const member = (...answers: readonly ScriptedAnswer[]) => ({
  path: `/token/${mint}`,
  as: aPerson(),
  server: () => memberServer(on(routes.factory.submitTrade, { signature }), ...answers),
});
/** Somebody without a seat, and without tokens, in a full Tribe. */
const newcomer = () => ({
  path: `/token/${mint}`,
  as: aPerson(),
  server: () => {
    const server = memberServer(on(routes.market.profile, full));
    server.answerNode(walletOnChain({ balance: sol(3) }));
    return server;
  },
});
const open = async ({ hand }: Stage, side: "Buy" | "Sell", amount?: string): Promise<void> => {
  await hand.press("button", side);
  await hand.find("textbox", "Amount");
  if (amount !== undefined) await hand.fill("Amount", amount);
};
const next = async (stage: Stage, side: "Buy" | "Sell" = "Buy"): Promise<void> => {
  await open(stage, side, "1");
  await stage.hand.press("button", /^Next/);
};
const confirm = async (stage: Stage): Promise<void> => {
  await next(stage);
  const asked = await stage.server.wallet.requested("signTransaction");
  asked.send({ event: "phase", phase: "done" });
  asked.confirm({ signature });
};
const ends = (state: (typeof tradeState)[keyof typeof tradeState], errorReason: string | null = null) =>
  member(on(routes.factory.tradeStatus, { state, errorReason, signature }));
const open120 = async (stage: Stage): Promise<void> => {
  const limit = holdTimers(stage.window, milliseconds.tradeTimeout);
  await confirm(stage);
  await stage.hand.see("Processing...");
  limit.pass();
};
/** The last of twelve seats, with somebody next to it. */
const rival = aTribe({
  ...memberTribe,
  seatHoldings: [...seats(11, 40), tokens(15.0001)],
  seating: {
    joinOrders: Array.from({ length: 12 }, (_, index) => index + 1),
    own: 12,
    rival: { displayName: "Cleo Brandt", holding: tokens(15), joinOrder: 0 },
  },
});

/** All twelve seats are taken; the last one is Cleo's. */
const full = aTribe({
  ...memberTribe,
  subscribeState: "none",
  tradeInfo: { entryThresholdTokens: tokens(15.0001), entryThresholdTokensForCompare: tokens(15.0001) },
  seatHoldings: [...seats(10, 40), tokens(16), tokens(15)],
  seating: {
    joinOrders: Array.from({ length: 12 }, (_, index) => index + 1),
    own: null,
    rival: { displayName: "Cleo Brandt", holding: tokens(15), joinOrder: 12 },
  },
});

/** The dialog of a trade on the curve, from its form to each of its ends. The wallet's own view of it is the wallet's. */
export const tradeStates = {
  buy: { ...member(), show: (stage) => open(stage, "Buy"), shows: "You hold" },
  buyAmount: {
    ...member(),
    show: async (stage) => {
      await open(stage, "Buy", "1.5");
      await stage.hand.find("button", "Next");
    },
    shows: "Next",
  },
  buyDetails: {
    ...member(),
    show: async (stage) => {
      await open(stage, "Buy", "1.5");
      await stage.hand.press("any", "Details");
    },
    shows: /Slippage/,
  },
  shortOfSol: { ...member(), show: (stage) => open(stage, "Buy", "1000"), shows: /^You need .* SOL, fees/ },
  buyImpact: { ...member(), show: (stage) => open(stage, "Buy", "60"), shows: "Buy anyway" },
  sell: { ...member(), show: (stage) => open(stage, "Sell", "1"), shows: /^Next/ },
  sellGain: {
    ...member(costsAnswer(aCost(mint, { amount: 10, cost: 9n * memberTribe.price }))),
    show: (stage) => open(stage, "Sell", "1"),
    shows: / SOL for these/,
  },
  sellUnknown: {
    ...member(costsAnswer(aCost(mint, { amount: 10, known: 6, cost: 9n * memberTribe.price }))),
    show: (stage) => open(stage, "Sell", "1"),
    shows: /The cost of the others/,
  },
  sellSeat: { ...member(), show: (stage) => open(stage, "Sell", "10"), shows: "Next, and leave the chat" },
  sellWhileRivalWaits: {
    ...member(on(routes.market.profile, rival)),
    show: (stage) => open(stage, "Sell", "1"),
    shows: /Cleo Brandt/,
  },
  seatAtTheCut: {
    ...newcomer(),
    show: async (stage) => {
      await open(stage, "Buy");
      await stage.hand.press("button", "Buy min. to enter chat");
    },
    shows: /needs 0\.0001 .* to take it back/,
  },
  preparing: { ...member(on(routes.factory.prepareTrade, neverAnswers)), show: next, shows: "Preparing..." },
  notPrepared: { ...member(on(routes.factory.prepareTrade, fails("insufficient_sol"))), show: next, shows: "OK" },
  priceMoved: {
    ...member(on(routes.factory.prepareTrade, fails("slippage_exceeded"))),
    show: next,
    shows: /^The price moved/,
  },
  askedAgain: {
    ...member(on(routes.factory.submitTrade, fails("ticket_expired"))),
    show: confirm,
    shows: /^That took too long/,
  },
  sending: { ...ends(tradeState.pending), show: confirm, shows: "Processing..." },
  slippage: { ...ends(tradeState.failed, "curve.6002"), show: confirm, shows: /Slippage exceeded/ },
  confirmed: { ...ends(tradeState.succeeded), show: confirm, shows: "Transaction Confirmed" },
  nobodyAnswers: { ...ends(tradeState.pending), show: open120, shows: "Transaction confirmation timeout" },
  checkedAgain: {
    isLostByResize: true,
    ...ends(tradeState.pending),
    show: async (stage) => {
      await open120(stage);
      await stage.hand.press("button", "Check again");
    },
    shows: /^Checked at /,
  },
  behindClosedDialog: {
    ...ends(tradeState.pending),
    show: async (stage) => {
      await open120(stage);
      await stage.hand.press("button", "OK");
      await stage.hand.see(/^Your seat/);
    },
    shows: /^Your seat/,
  },
} satisfies States;

const person = aPerson();
const wallet = person.address ?? anAddress("nobody");

interface Trade {
  readonly side: "Buy" | "Sell";
  readonly amount: string;
  /** What it brings, lamports. */
  readonly brings: bigint;
  readonly held: readonly [TokenUnits, TokenUnits];
}

const moveTo = (server: ScriptedServer, { mint }: TokenProfile, units: TokenUnits, trade?: Trade): void => {
  const landed = trade && landedTrade(wallet, mint, { sol: trade.brings, held: trade.held });
  server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[mint, units]]), ...(landed && { landed }) }));
};
/** A trade of the person's on the page of a Tribe, from its form to its end on chain. */
const ending = (tribe: TokenProfile, trade: Trade, joined: TokenProfile = tribe, ...answers: ScriptedAnswer[]) => ({
  path: `/token/${tribe.mint}`,
  as: person,
  server: () => {
    const { mint } = tribe;
    const room = { messages: messages(6, { mint }), subscribers: subscribersOf(tribe) };
    const server = scriptedServer(
      ...tribeAnswers(tribe, room),
      on(routes.factory.prepareTrade, preparedTrade),
      on(routes.factory.submitTrade, { signature }),
      on(routes.factory.tradeStatus, { state: tradeState.succeeded, errorReason: null, signature }),
      on(routes.chat.join, () => {
        const { uid, displayName } = person;
        const own = aSubscriber({ uid, displayName, holding: trade.held[1] });
        server.answer(...tribeAnswers(joined, { ...room, subscribers: [...subscribersOf(tribe), own] }));
        return { state: "active" as const };
      }),
      ...answers,
    );
    moveTo(server, tribe, trade.held[0]);
    return server;
  },
  show: async ({ hand, server }: Stage) => {
    await hand.press("button", trade.side);
    await hand.fill("Amount", trade.amount);
    await hand.press("button", /^Next/);
    const request = await server.wallet.requested("signTransaction");
    moveTo(server, tribe, trade.held[1], trade);
    request.confirm({ signature });
  },
});

const eleven = aTribe({ name: "Ida", seatHoldings: [...seats(11)] });
const many = aTribe({ name: "Otto", groupSize: 24, seatHoldings: [...seats(20)] });
const joinedBy = (tribe: TokenProfile): TokenProfile => ({ ...tribe, subscribeState: "active" });
const third = aTribe({
  ...{ name: "Lena", subscribeState: "active", seatHoldings: [...seats(2, 60), tokens(40), tokens(20)] },
  seating: { joinOrders: [1, 2, 3, 4], own: 3, rival: null },
});

const soldAtLoss = { received: lamports(123_502_345n), cost: lamports(136_004_321n), receivedUnknown: lamports(0n) };

/** What a trade ends in. */
export const momentStates = {
  seatTaken: {
    ...ending(
      eleven,
      { side: "Buy", amount: "10", brings: -sol(0.134), held: [tokens(0), tokens(10)] },
      joinedBy(eleven),
    ),
    shows: "You're in. Seat 12 of 12",
  },
  seatOfManyTaken: {
    ...ending(many, { side: "Buy", amount: "10", brings: -sol(0.134), held: [tokens(5), tokens(15)] }, joinedBy(many)),
    shows: "You're in. Seat 21 of 24",
  },
  soldSome: {
    ...ending(
      third,
      { side: "Sell", amount: "5", brings: 123_512_345n, held: [tokens(40), tokens(35)] },
      third,
      on(routes.market.costs, { costs: [], sale: soldAtLoss, tooLong: [] }),
    ),
    shows: "0.1235 SOL came in",
  },
  soldAll: {
    ...ending(third, { side: "Sell", amount: "40", brings: sol(0.8), held: [tokens(40), tokens(0)] }),
    shows: "You gave up seat 3 in Lena. What you wrote stays.",
  },
  short: {
    ...ending(eleven, { side: "Buy", amount: "1", brings: -sol(0.0134), held: [tokens(0), tokens(1)] }),
    shows: /short of a seat/,
  },
} satisfies States;
