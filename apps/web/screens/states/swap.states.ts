import { routes } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { sol, walletOnChain } from "../fixtures/chain.ts";
import { aSignature } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { aPoolTribe, poolOnChain } from "../fixtures/pools.ts";
import { acceptingNode, preparedTransfer } from "../fixtures/prepared.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, tokens, trades } from "../fixtures/tribes.ts";
import { on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const signature = aSignature(1);
const tribe = aPoolTribe({ name: "Ida" });
const { mint, newMint } = tribe;
if (newMint === null) throw new Error("a Tribe with a pool has a new mint");

const trader = (
  { old = 0, swapped = 0 }: { readonly old?: number; readonly swapped?: number } = {},
  ...answers: readonly ScriptedAnswer[]
) => ({
  path: `/token/${mint}`,
  as: aPerson(),
  server: () => {
    const server = scriptedServer(
      ...tribeAnswers(tribe, { trades: trades(40) }),
      on(routes.factory.convert, preparedTransfer),
      on(routes.transactions.confirm, { signature, blockhash: "11", lastValidBlockHeight: 1_000 }),
      ...answers,
    );
    const holdings = new Map([
      ...(old > 0 ? [[mint, tokens(old)] as const] : []),
      ...(swapped > 0 ? [[newMint, tokens(swapped)] as const] : []),
    ]);
    server.answerNode({ ...walletOnChain({ balance: sol(5), holdings }), ...poolOnChain(tribe), ...acceptingNode });
    return server;
  },
});
const open = async ({ hand }: Stage, side: "Buy" | "Sell", amount?: string): Promise<void> => {
  await hand.press("button", side);
  await hand.find("textbox", "Amount");
  if (amount !== undefined) await hand.fill("Amount", amount);
};

/** The swap in a migrated Tribe's pool, and the conversion of its old tokens. */
export const swapStates = {
  buy: { ...trader(), show: (stage) => open(stage, "Buy"), shows: "You hold" },
  buyAmount: {
    ...trader(),
    show: async (stage) => {
      await open(stage, "Buy", "0.5");
      await stage.hand.find("button", "Next");
    },
    shows: "Next",
  },
  shortOfSol: { ...trader(), show: (stage) => open(stage, "Buy", "4.9999"), shows: /^You need .* SOL, fees/ },
  sell: {
    ...trader({ swapped: 100 }),
    show: async (stage) => {
      await open(stage, "Sell");
      await stage.hand.press("button", "50%");
      await stage.hand.find("button", "Next");
    },
    shows: "Next",
  },
  entry: {
    ...trader(),
    show: async (stage) => {
      await open(stage, "Buy");
      await stage.hand.press("button", "Buy min. to enter chat");
    },
    shows: "Next",
  },
  priceUnknown: {
    ...trader(),
    show: async (stage) => {
      await open(stage, "Buy");
      stage.goOffline();
      await stage.hand.fill("Amount", "0.2");
    },
    shows: texts.priceCalculating,
  },
  conversionOffer: { ...trader({ old: 12 }), show: (stage) => open(stage, "Sell"), shows: "Convert all" },
  conversionAsked: {
    ...trader({ old: 12 }),
    show: async (stage) => {
      await open(stage, "Sell");
      await stage.hand.press("button", "Convert all");
      await stage.server.wallet.requested("signTransaction");
    },
    shows: /./,
  },
  noPool: {
    ...trader(),
    show: async (stage) => {
      await open(stage, "Buy");
      stage.server.answer(on(routes.market.profile, aTribe({ name: tribe.name, symbol: tribe.symbol })));
      stage.server.realtime.push({ type: "account", what: "balance" });
      stage.goOffline();
      stage.server.setOnline(true);
      stage.window.dispatchEvent(new stage.window.Event("online"));
    },
    shows: texts.swapUnavailable,
  },
} satisfies States;
