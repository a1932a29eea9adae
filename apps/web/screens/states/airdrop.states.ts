import { type AnswerOf, lamports, routes } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import { anAirdrop, giftAnswer, previewOf } from "../fixtures/airdrops.ts";
import { sol, tokensInWallet, walletOnChain } from "../fixtures/chain.ts";
import { anAddress, aSignature } from "../fixtures/ids.ts";
import { aPerson } from "../fixtures/people.ts";
import { preparedTrade } from "../fixtures/trading.ts";
import { tribeAnswers } from "../fixtures/tribe-answers.ts";
import { aTribe, tokens, trades } from "../fixtures/tribes.ts";
import { walletAnswers } from "../fixtures/wallet-answers.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const chiefs = aTribe({ name: "Mara", subscribeState: "chief" });
const chief = aPerson({ tokens: [{ tokenId: chiefs.tokenId, mint: chiefs.mint }] });
const task = anAirdrop();
type Status = AnswerOf<typeof routes.airdrop.status>;
const status = (rest: Partial<Status>) =>
  on(routes.airdrop.status, {
    ...{ state: 0, shouldRetry: false, totalBatches: 1, completedBatches: 0, isSetUp: true, isEnding: false },
    ...{ totalRecipients: 3, paidRecipients: 0, underWay: 1, ...rest },
  });
const giver = (...answers: readonly ScriptedAnswer[]) => ({
  path: `/token/${chiefs.mint}`,
  as: chief,
  server: () => {
    const server = scriptedServer(
      ...tribeAnswers(chiefs, { trades: trades(40) }),
      on(routes.airdrop.existing, { task: null }),
      giftAnswer,
      on(routes.airdrop.preview, previewOf()),
      on(routes.airdrop.create, { taskId: task.id, task }),
      on(routes.airdrop.recipients, { entries: [], nextCursor: null }),
      on(routes.airdrop.send, { isCompleted: false, taskBatchId: null, message: null, batches: [] }),
      status({}),
      ...answers,
    );
    server.answerNode(walletOnChain({ balance: sol(3) }));
    return server;
  },
});
const existing = (...answers: readonly ScriptedAnswer[]) => giver(on(routes.airdrop.existing, { task }), ...answers);
const open = async ({ hand, window }: Stage): Promise<void> => {
  // A desktop shows it at once.
  if (window.innerWidth < 640) await hand.press("button", "More");
  await hand.press("button", "Create airdrop");
};
const fill = async (stage: Stage, amount: string): Promise<void> => {
  await open(stage);
  await stage.hand.press("radio", /GIFT|Gift/);
  await stage.hand.fill("Amount", amount);
};
const next = async (stage: Stage): Promise<void> => {
  await fill(stage, "50");
  await stage.hand.press("button", "Next");
  await stage.server.wallet.requested("confirmAirdrop");
};
const confirm = async (stage: Stage): Promise<void> => {
  await next(stage);
  (await stage.server.wallet.requested("confirmAirdrop")).confirm({});
};

type Claimable = AnswerOf<typeof routes.claim.tokens>["tokens"][number];
const claimable: Claimable = {
  ...{ mintAddress: anAddress("Gift"), amount: tokens(5.0125), name: "Gift", symbol: "GIFT", pfp: null, decimals: 9 },
  ...{
    tokenType: "SPL",
    authors: [{ address: anAddress("Ida"), displayName: "Ida" }],
    maxLamports: lamports(2_100_000n),
  },
  accounts: [{ hash: anAddress("Hash"), amount: tokens(5.0125), tree: anAddress("Tree") }],
};
const stranger: Claimable = {
  ...claimable,
  mintAddress: anAddress("Other"),
  name: null,
  symbol: null,
  decimals: null,
  authors: [],
};
const claimer = (all: readonly Claimable[], balance = sol(2), ...answers: readonly ScriptedAnswer[]) => ({
  path: "/wallet",
  as: aPerson(),
  server: () =>
    scriptedServer(
      ...walletAnswers,
      on(routes.claim.tokens, { tokens: [...all], hasMore: false, balance }),
      on(routes.claim.prepare, {
        ...{ callbackTicket: preparedTrade.ticket, transaction: preparedTrade.message },
        lastValidBlockHeight: preparedTrade.lastValidBlockHeight,
      }),
      ...answers,
    ),
});
/** The Tribe of the gift, where the one who claims it sits in the first of three seats then. */
const gifted = aTribe({
  ...{
    name: "Gift",
    mint: anAddress("Gift"),
    subscribeState: "active",
    seatHoldings: [tokens(36), tokens(20), tokens(15)],
  },
  seating: { joinOrders: [1, 2, 3], own: 2, rival: null },
});
const gifts = (...answers: readonly ScriptedAnswer[]) => claimer([claimable], sol(2), ...answers);
const claim = ({ hand }: Stage) => hand.press("button", "Claim");

/** A Chief's airdrop, and its claim. What the wallet shows of either is the wallet's. */
export const airdropStates = {
  failing: { ...giver(on(routes.airdrop.existing, fails("internal"))), show: open, shows: "Try again" },
  nothingToGive: { ...giver(on(routes.airdrop.tokens, { tokens: [] })), show: open, shows: "Nothing to give yet" },
  select: { ...giver(), show: (stage) => fill(stage, "50"), shows: "Next" },
  tooLarge: {
    ...giver(on(routes.airdrop.preview, previewOf({ split: null, problem: "airdrop_too_large" }))),
    show: (stage) => fill(stage, "1000000"),
    shows: "Set the most",
  },
  leastAmount: {
    ...giver(
      on(
        routes.airdrop.preview,
        previewOf({ split: null, problem: "airdrop_members_too_small", leastAmount: tokens(2) }),
      ),
    ),
    show: (stage) => fill(stage, "1"),
    shows: "Set the least amount",
  },
  confirm: { ...giver(), show: next, shows: "Confirm airdrop" },
  processing: { ...giver(), show: confirm, shows: /Airdrop|Processing/ },
  existing: { ...existing(), show: open, shows: "Resume" },
  endAsked: {
    ...existing(),
    isLostByResize: true,
    show: async (stage) => {
      await open(stage);
      await stage.hand.press("button", "Create a new airdrop");
    },
    shows: "End it",
  },
  success: {
    ...giver(
      status({ state: 1, completedBatches: 1, paidRecipients: 3, underWay: 0 }),
      on(routes.airdrop.send, { isCompleted: true, taskBatchId: null, message: null, batches: [] }),
    ),
    show: confirm,
    shows: "Airdrop completed",
  },
  ended: {
    isLostByResize: true,
    ...existing(on(routes.airdrop.terminate, neverAnswers)),
    show: async (stage) => {
      await open(stage);
      await stage.hand.press("button", "Create a new airdrop");
      await stage.hand.press("button", "End it");
    },
    shows: "Resume",
  },
  paused: { ...giver(on(routes.airdrop.send, fails("forbidden"))), show: confirm, shows: "Resume" },
  waitsADay: {
    ...giver(),
    show: async (stage) => {
      await next(stage);
      (await stage.server.wallet.requested("confirmAirdrop")).fail("declined", walletErrorTexts.waits);
    },
    shows: "It waits a day",
  },
  waits: { ...gifts(), shows: "An airdrop waits for you" },
  claim: { ...gifts(), show: claim, shows: "Claim airdrop" },
  claimOthers: {
    ...claimer([claimable, stranger]),
    show: claim,
    shows: "Claim airdrop",
  },
  claimNoneChosen: {
    ...gifts(),
    show: async (stage) => {
      await claim(stage);
      await stage.hand.press("checkbox", /GIFT|Gift/);
    },
    shows: "No token selected",
  },
  claimWithoutSol: {
    ...claimer([claimable], sol(0)),
    show: claim,
    shows: "Deposit SOL",
  },
  claimConfirm: {
    ...gifts(),
    show: async (stage) => {
      await claim(stage);
      await stage.hand.press("button", "Claim airdrop");
      await stage.server.wallet.requested("signClaims");
    },
    shows: "Confirm claim",
  },
  claimResult: {
    ...gifts(
      on(routes.transactions.confirm, { signature: aSignature(1), blockhash: "11", lastValidBlockHeight: 1_000 }),
    ),
    show: async (stage) => {
      await claim(stage);
      await stage.hand.press("button", "Claim airdrop");
      const asked = await stage.server.wallet.requested("signClaims");
      stage.server.answer(
        on(routes.claim.tokens, { tokens: [], hasMore: false, balance: sol(2) }),
        on(routes.market.profile, gifted),
      );
      stage.server.answerNode(tokensInWallet(gifted.mint, tokens(41.5)));
      asked.confirm({ signatures: [aSignature(1)] });
    },
    shows: "You hold 41.5 GIFT now: seat 1 of 12.",
  },
  claiming: {
    ...gifts(
      on(routes.transactions.confirm, { signature: aSignature(1), blockhash: "11", lastValidBlockHeight: 1_000 }),
    ),
    show: async (stage) => {
      await claim(stage);
      await stage.hand.press("button", "Claim airdrop");
      (await stage.server.wallet.requested("signClaims")).confirm({ signatures: [aSignature(1)] });
    },
    shows: "Claiming",
  },
} satisfies States;
