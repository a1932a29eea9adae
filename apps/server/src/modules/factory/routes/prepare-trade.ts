import { randomUUID } from "node:crypto";
import { buildBuyMessage, buildSellMessage } from "@tribe/chain/messages";
import { computeUnitLimit, rentOfBuy, solRequired, spendOf, toBase64 } from "@tribe/chain/transactions";
import { ApiError, type BodyOf, routes, type Uid } from "@tribe/contract";
import { type TradeFacts, type TradeProblem, type TradeTerms, tradeProblem, tradeTerms } from "@tribe/domain/trading";
import type { ReadingContext } from "../../../context/context.ts";
import { saga } from "../../../http/implement.ts";
import { tokenIdOf } from "../../indexer/index.ts";
import {
  couldNotClose,
  findTicketByKey,
  requestOf,
  sameRequest,
  storeTicket,
  type TicketRow,
} from "../../transactions/index.ts";
import { type ChainFacts, readTradeFacts, type TokenFacts } from "../chain-reads.ts";
import { buyOrder, costOfBuy, type OrderTerms, sellOrder } from "../rules/orders.ts";
import { factoryAtWork, type Trader, traderOf } from "../traders.ts";

type Body = BodyOf<typeof routes.factory.prepareTrade>;
type Factory = Awaited<ReturnType<typeof factoryAtWork>>;

/** Everything that a message is built from. */
interface Situation {
  readonly ctx: ReadingContext;
  readonly uid: Uid;
  readonly body: Body;
  readonly trader: Trader;
  readonly terms: TradeTerms;
  /** The checks that the dialog makes, too; before the price is known. */
  readonly trade: TradeFacts;
  readonly factory: Factory;
  readonly facts: ChainFacts;
  readonly token: TokenFacts;
}

/** Prepares a buy or sell: its message and ticket. */
export const prepareTrade = saga(routes.factory.prepareTrade, async ({ ctx, body, session, commit }) => {
  const { idempotencyKey = randomUUID() } = body;
  const request = requestOf(body);
  const before = body.idempotencyKey ? await findTicketByKey(ctx.db, session.uid, idempotencyKey) : null;
  if (before) return answerOf(sameRequest(before, request));

  const situation = await readSituation(ctx, session.uid, body);
  const kind = body.tradeType === "SELL_WITH_FIXED_TOKEN" ? "sell" : "buy";
  const message = kind === "sell" ? await sellMessage(situation) : await buyMessage(situation);
  const ticket = {
    uid: session.uid,
    idempotencyKey,
    kind,
    mint: body.mint,
    trader: situation.trader.address,
    request,
    message: toBase64(message),
    lastValidBlockHeight: situation.facts.lastValidBlockHeight,
  } as const;
  return answerOf(await storeTicket(commit, ticket));
});

type Opened = Pick<TicketRow, "ticket" | "message" | "lastValidBlockHeight">;

const answerOf = (row: Opened): Opened => ({
  ticket: row.ticket,
  message: row.message,
  lastValidBlockHeight: row.lastValidBlockHeight,
});

const readSituation = async (ctx: ReadingContext, uid: Uid, body: Body): Promise<Situation> => {
  // Read together; of several refusals the first in this order is reported.
  const reads = { factory: settled(factoryAtWork(ctx)), tokenId: settled(tokenIdOf(ctx.db, body.mint)) };
  const side = body.tradeType === "SELL_WITH_FIXED_TOKEN" ? "sell" : "buy";
  const trader = await traderOf(ctx, uid, side);
  const factory = await reads.factory;
  const tokenId = await reads.tokenId;
  if (tokenId === null) throw new ApiError("not_found");
  if (tokenId !== body.tokenId)
    throw new ApiError("invalid_field", { field: "body.tokenId", message: "is not the id of this token" });
  const { token, facts } = await readTradeFacts(ctx.chain, body.tokenId, body.mint, trader.address);
  if (token.state.migration) throw new ApiError("curve_closed");
  const terms = tradeTerms(side, trader);
  const common = { curve: token.state.curve, solBalance: facts.balance, required: null };
  const trade: TradeFacts =
    side === "buy"
      ? { side, terms, ...common }
      : { side, tokens: body.tokenAmountInLamports, holding: token.holding, ...common };
  refuse(tradeProblem(trade));
  if (!terms) throw new ApiError("affiliate_without_referral"); // `tradeProblem` has refused it already: this is for the type
  return { ctx, uid, body, trader, terms, trade, factory, facts, token };
};

/** Returns the promise, and marks it as handled: if something else fails first, its own failure is no fault. */
const settled = <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  return work;
};

/** The parts of a message besides its order. */
const frameOf = ({ ctx, body, trader, terms, facts, token }: Situation, computeUnits: number) => ({
  program: ctx.chain.programAddress,
  admin: ctx.coSigner.address,
  wallet: trader.address,
  state: token.address,
  mint: body.mint,
  ...terms,
  blockhash: facts.blockhash,
  computeUnitLimit: computeUnits,
  microLamportsPerUnit: facts.microLamportsPerUnit,
});

const orderTermsOf = ({ factory, terms, token }: Situation): OrderTerms => ({
  curve: token.state.curve,
  fees: factory.fees,
  flags: terms.flags,
});

const buyMessage = async (situation: Situation): Promise<Uint8Array> => {
  const { body, token, facts } = situation;
  const orderTerms = orderTermsOf(situation);
  const order = buyOrder(body, orderTerms);
  const cost = costOfBuy(order, orderTerms);
  const makesTokenAccount = !token.hasTokenAccount;
  const computeUnits = computeUnitLimit("buy", { makesTokenAccount });
  const required = solFor(facts, computeUnits, cost, rentOfBuy(makesTokenAccount));
  refuse(tradeProblem({ ...situation.trade, required }));
  return buildBuyMessage({ ...frameOf(situation, computeUnits), ...order, makesTokenAccount });
};

const sellMessage = async (situation: Situation): Promise<Uint8Array> => {
  const closesAccount = await closesWithSale(situation);
  const computeUnits = computeUnitLimit("sell", { closesAccount });
  const required = solFor(situation.facts, computeUnits, 0n, 0n);
  refuse(tradeProblem({ ...situation.trade, required }));
  const order = sellOrder(situation.body, orderTermsOf(situation));
  return buildSellMessage({ ...frameOf(situation, computeUnits), ...order, closesAccount });
};

/** A sale of everything returns the account's deposit, unless somebody has just kept such a sale from landing by their dust. */
const closesWithSale = async ({ ctx, uid, body, token }: Situation): Promise<boolean> =>
  body.tokenAmountInLamports === token.holding &&
  token.isClosable &&
  !(await couldNotClose(ctx.db, { uid, mint: body.mint }));

/** Every message has two signers: the trader, who pays, and the admin. */
const solFor = (
  { microLamportsPerUnit }: ChainFacts,
  computeUnitLimit: number,
  tradeLamports: bigint,
  rentLamports: bigint,
): bigint =>
  solRequired(spendOf({ tradeLamports, rentLamports, signatures: 2, computeUnitLimit, microLamportsPerUnit }));

const refuse = (problem: TradeProblem | null): void => {
  if (problem) throw new ApiError(problem);
};
