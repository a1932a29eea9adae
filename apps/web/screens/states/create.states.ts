import { creationState, milliseconds, routes } from "@tribe/contract";
import { sol, walletOnChain } from "../fixtures/chain.ts";
import { aFounder, factoryOnChain, preparedCreation } from "../fixtures/creation.ts";
import { aSignature } from "../fixtures/ids.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe } from "../fixtures/tribes.ts";
import { neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import { holdTimers } from "../support/hold-timers.ts";
import type { Stage, States } from "./state.ts";

const signature = aSignature(1);
const founder = (balance: number, ...answers: readonly ScriptedAnswer[]) => ({
  path: "/you",
  as: aFounder,
  server: () => {
    const server = scriptedServer(
      ...tribeAnswers(aTribe({ name: "Mara" })),
      on(routes.factory.prepareCreation, preparedCreation),
      on(routes.factory.submitCreation, { signature }),
      ...answers,
    );
    server.answerNode({ ...walletOnChain({ balance: sol(balance) }), ...factoryOnChain() });
    return server;
  },
});
const open = async ({ hand }: Stage, amount?: string): Promise<void> => {
  await hand.press("button", "Create your Tribe");
  await hand.find("textbox", "Amount");
  if (amount !== undefined) await hand.fill("Amount", amount);
};
const create = async (stage: Stage): Promise<void> => {
  await open(stage, "5");
  await stage.hand.press("button", "Create");
  (await stage.server.wallet.requested("signTransaction")).confirm({ signature });
};
const status = (state: (typeof creationState)[keyof typeof creationState]) =>
  on(routes.factory.creationStatus, {
    state,
    shouldRetry: false,
    errorReason: null,
    signature,
    mint: preparedCreation.mint,
  });

/** The creation of a Tribe, from the form to its end. */
export const createStates = {
  empty: { ...founder(3), show: (stage) => open(stage), shows: /^Create/ },
  amount: { ...founder(3), show: (stage) => open(stage, "5"), shows: /SOL/ },
  shortOfSol: { ...founder(3), show: (stage) => open(stage, "1000"), shows: "Deposit" },
  needsSol: {
    ...founder(0.001, on(routes.fund.bridgePage, { url: null })),
    show: ({ hand }) => hand.press("button", "Create your Tribe"),
    shows: "Pay by card",
  },
  aboveTheCurve: { ...founder(900), show: (stage) => open(stage, "99999"), shows: /sold at once/ },
  noSymbol: {
    ...founder(3),
    as: { ...aFounder, displayName: "✨ ✨", twitter: { id: "x-1", handle: "_", name: "✨ ✨" } },
    show: (stage) => open(stage),
    shows: "Manage socials",
  },
  sending: { ...founder(3, on(routes.factory.submitCreation, neverAnswers)), show: create, shows: /Processing/ },
  waiting: { ...founder(3, status(creationState.pending)), show: create, shows: /Processing/ },
  overdue: {
    ...founder(3, status(creationState.pending)),
    show: async (stage) => {
      const limit = holdTimers(stage.window, milliseconds.tradeTimeout);
      await create(stage);
      await stage.hand.see(/Processing/);
      limit.pass();
    },
    shows: /confirmation timeout/,
  },
  completed: { ...founder(3, status(creationState.confirmed)), show: create, shows: /live|ready/i },
} satisfies States;
