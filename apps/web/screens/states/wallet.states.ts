import { type AnswerOf, lamports, routes } from "@tribe/contract";
import { sol, walletOnChain } from "../fixtures/chain.ts";
import { aCost, costsAnswer } from "../fixtures/costs.ts";
import { anAddress, aSignature } from "../fixtures/ids.ts";
import { aPerson, aUser, faceOf } from "../fixtures/people.ts";
import { acceptingNode, preparedTransfer } from "../fixtures/prepared.ts";
import { blockTimeBefore, hours } from "../fixtures/time.ts";
import { aTribe, tokens } from "../fixtures/tribes.ts";
import { walletAnswers } from "../fixtures/wallet-answers.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const ida = aTribe({ name: "Ida" });
const place = { mint: ida.mint, name: "Ida", symbol: "IDA" };
const holding = {
  ...{ ...place, pfp: null, price: ida.price, priceDayAgo: ida.priceDayAgo, dayLine: [10, 20, 15, 40, 60, 80] },
  ...{
    averagePaid: lamports(1_200_000n),
    newMint: null,
    amount: tokens(40),
    migrated: null,
    value: lamports(40n * ida.price),
  },
};
const dayWorth = Array.from({ length: 25 }, (_, hour) => lamports(40n * ida.price - BigInt((24 - hour) * 400_000)));
const holdings = on(routes.market.holdings, { holdings: [holding], count: 1, value: holding.value, dayWorth });
const otto = { ...faceOf(aUser()), address: anAddress("Otto") };

const wallet = (balance: number, ...answers: readonly ScriptedAnswer[]) => ({
  path: "/wallet",
  as: aPerson(),
  server: () => {
    const server = scriptedServer(...walletAnswers, on(routes.transfers.prepare, preparedTransfer), ...answers);
    server.answerNode({
      ...walletOnChain({ balance: sol(balance), holdings: new Map([[ida.mint, tokens(40)]]) }),
      ...acceptingNode,
    });
    return server;
  },
});
const holder = (...answers: readonly ScriptedAnswer[]) => wallet(0.8, holdings, ...answers);
const trade: AnswerOf<typeof routes.market.ownTrades>["trades"][number] = {
  ...{ ...place, kind: "buy", venue: "curve", signature: aSignature(1), amount: tokens(40), newTokens: null },
  ...{ fees: lamports(6_000_000n), total: lamports(580_000_000n), blockTime: blockTimeBefore(5 * hours) },
};
const transfer: AnswerOf<typeof routes.transfers.list>["transfers"][number] = {
  ...{ direction: "out", signature: aSignature(2), other: otto, token: null, amount: sol(1.25) },
  ...{ memo: "For the wood", blockTime: blockTimeBefore(26 * hours) },
};
const send = async ({ hand }: Stage, to?: string, amount?: string): Promise<void> => {
  await hand.press("button", "Send");
  await hand.find("textbox", "To");
  if (to !== undefined) await hand.fill("To", to);
  if (amount !== undefined) await hand.fill("Amount", amount);
};

/** A person's wallet: what it holds, and what leaves and enters it. */
export const walletStates = {
  visitor: { path: "/wallet", server: () => scriptedServer(), shows: "Your wallet is one sign-in away" },
  tokens: { ...holder(), shows: /Ida/ },
  gain: { ...holder(costsAnswer(aCost(ida.mint, { amount: 40, cost: 30n * ida.price }))), shows: /%/ },
  // A third of it came by a transfer.
  unknownCost: {
    ...holder(costsAnswer(aCost(ida.mint, { amount: 40, known: 28, cost: 35n * ida.price }))),
    shows: /^Cost unknown for/,
  },
  loading: { ...wallet(0.8, on(routes.market.holdings, neverAnswers)), shows: /^Loading/ },
  failing: {
    ...wallet(0.8, on(routes.market.holdings, fails("internal"))),
    // The words of a failure take another room than what was awaited.
    show: ({ hand }) => hand.see("Try again"),
    shows: "Try again",
  },
  emptyAccount: {
    ...holder(
      on(routes.transfers.emptyAccounts, {
        accounts: [{ account: anAddress("Account"), lamports: lamports(2_074_080n) }],
      }),
    ),
    shows: "Take back",
  },
  activity: {
    ...holder(
      on(routes.market.ownTrades, {
        trades: [trade, { ...trade, kind: "sell", signature: aSignature(3) }],
        nextCursor: null,
      }),
      on(routes.transfers.list, { transfers: [transfer], nextCursor: null }),
    ),
    show: ({ hand }) => hand.press("tab", "Activity"),
    shows: /Otto/,
  },
  send: { ...holder(), show: (stage) => send(stage), shows: "To" },
  sendFilled: {
    ...holder(on(routes.identity.userProfile, fails("not_found"))),
    show: (stage) => send(stage, anAddress("Otto"), "0.25"),
    shows: "Next",
  },
  sendAsked: {
    ...holder(on(routes.identity.userProfile, fails("not_found"))),
    show: async (stage) => {
      await send(stage, anAddress("Otto"), "0.25");
      await stage.hand.press("button", "Next");
      await stage.server.wallet.requested("signTransaction");
    },
    shows: /./,
  },
  receive: { ...holder(), show: ({ hand }) => hand.press("button", "Receive"), shows: "Receive" },
} satisfies States;
