import { routes } from "@tribe/contract";
import { sol, walletOnChain } from "../fixtures/chain.ts";
import { aUuid } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { walletAnswers } from "../fixtures/wallet-answers.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const wallet = (balance: number, ...answers: readonly ScriptedAnswer[]) => ({
  path: "/wallet",
  as: aPerson(),
  server: () => {
    const server = scriptedServer(
      ...walletAnswers,
      on(routes.fund.bridgePage, { url: "https://bridge.example/" }),
      ...answers,
    );
    server.answerNode(walletOnChain({ balance: sol(balance) }));
    return server;
  },
});
const add = ({ hand }: Stage) => hand.press("button", "Add");
const order = JSON.stringify(aUuid(1));

/** Adding SOL by card, from another chain, or to the wallet's own address. */
export const fundStates = {
  add: { ...wallet(0), show: add, shows: "Pay by card" },
  bridgeLoading: { ...wallet(0, on(routes.fund.bridgePage, neverAnswers)), show: add, shows: "From another chain" },
  bridgeFailing: { ...wallet(0, on(routes.fund.bridgePage, fails("internal"))), show: add, shows: "Try again" },
  withoutBridge: { ...wallet(0, on(routes.fund.bridgePage, { url: null })), show: add, shows: "Pay by card" },
  cardWaits: {
    ...wallet(0, on(routes.fund.cardStatus, { state: "open", signature: null })),
    show: async (stage) => {
      stage.window.sessionStorage.setItem("tribe:v1:card", order);
      await add(stage);
    },
    shows: "Waiting for the card payment…",
  },
  safetyAsk: {
    ...wallet(3, on(routes.wallet.safety, { waits: [], recovery: "mail_link", kit: null })),
    shows: "Make it safer",
  },
} satisfies States;
