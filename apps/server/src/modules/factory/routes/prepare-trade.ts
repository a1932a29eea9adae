import { randomUUID } from "node:crypto";
import { buildBuyMessage, buildSellMessage } from "@tribe/chain/messages";
import { computeUnitLimit, rentOfBuy, solRequired, spendOf, toBase64 } from "@tribe/chain/transactions";
import {
  ApiError,
  type BodyOf,
  defaultSlippageBps,
  type Lamports,
  maxBuyTokens,
  routes,
  type TokenUnits,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { type Fill, fillBuy, fillSell, type OrderRefusal, quoteBuy, quoteSell } from "@tribe/domain/curve";
import { feeRates } from "@tribe/domain/money";
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
  const asking = { factory: settled(factoryAtWork(ctx)), tokenId: settled(tokenIdOf(ctx.db, body.mint)) };
  const side = body.tradeType === "SELL_WITH_FIXED_TOKEN" ? "sell" : "buy";
  const trader = await traderOf(ctx, uid, side);
  const factory = await asking.factory;
  const tokenId = await asking.tokenId;
  if (tokenId === null) throw new ApiError("not_found");
  if (tokenId !== body.tokenId)
    throw new ApiError("invalid_field", { field: "body.tokenId", message: "is not the id of this token" });
  const { token, facts } = await readTradeFacts(ctx.chain, body.tokenId, body.mint, trader.address);
  if (token.state.migration) throw new ApiError("curve_closed");
  const terms = tradeTerms(side, trader);
  const known = { curve: token.state.curve, solBalance: facts.balance, required: null };
  const trade: TradeFacts =
    side === "buy"
      ? { side, terms, ...known }
      : { side, tokens: body.tokenAmountInLamports, holding: token.holding, ...known };
  refuse(tradeProblem(trade));
  if (!terms) throw new ApiError("affiliate_without_referral"); // `tradeProblem` has told it: this is for the type
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

const buyMessage = async (situation: Situation): Promise<Uint8Array> => {
  const { body, factory, terms, token, facts } = situation;
  if (body.tokenAmountInLamports > maxBuyTokens * unitsPerToken)
    throw new ApiError("invalid_field", {
      field: "body.tokenAmountInLamports",
      message: `must be at most ${maxBuyTokens} tokens`,
    });
  const order = buyOrder(situation);
  const fill = filled(fillBuy(token.state.curve, order, feeRates(factory.fees, "buy", terms.flags)));
  const makesTokenAccount = !token.hasTokenAccount;
  const computeUnits = computeUnitLimit("buy", { makesTokenAccount });
  const required = solFor(facts, computeUnits, fill.total, rentOfBuy(makesTokenAccount));
  refuse(tradeProblem({ ...situation.trade, required }));
  return buildBuyMessage({ ...frameOf(situation, computeUnits), ...order, makesTokenAccount });
};

/** The order that was requested; what is left out is taken from the quote with the default slippage. */
const buyOrder = ({ body, factory, terms, token }: Situation) => {
  const tokens = body.tokenAmountInLamports;
  if (body.tradeType === "BUY_WITH_FIXED_SOL") {
    if (!body.maxSolInLamports)
      throw new ApiError("invalid_field", { field: "body.maxSolInLamports", message: "must say what to spend" });
    return {
      tokens,
      maxLamports: body.maxSolInLamports,
      minTokens: body.minTokensReceivedInLamports ?? tokenUnits(1n),
    };
  }
  const minTokens: TokenUnits = body.minTokensReceivedInLamports ?? tokens;
  if (body.maxSolInLamports !== undefined) return { tokens, maxLamports: body.maxSolInLamports, minTokens };
  const quote = quoteBuy({
    mode: "BUY_WITH_FIXED_TOKEN",
    tokens,
    curve: token.state.curve,
    fees: factory.fees,
    flags: terms.flags,
    slippageBps: defaultSlippageBps,
  });
  if (quote.kind === "refused") throw refusalOf(quote);
  return { tokens, maxLamports: quote.order.maxLamports, minTokens };
};

const sellMessage = async (situation: Situation): Promise<Uint8Array> => {
  const { body, factory, terms, token, facts } = situation;
  const tokens = body.tokenAmountInLamports;
  const { curve } = token.state;
  const closesAccount = await closesWithSale(situation);
  const computeUnits = computeUnitLimit("sell", { closesAccount });
  const required = solFor(facts, computeUnits, 0n, 0n);
  refuse(tradeProblem({ ...situation.trade, required }));
  const quote = quoteSell({ tokens, curve, fees: factory.fees, flags: terms.flags, slippageBps: defaultSlippageBps });
  if (quote.kind === "refused") throw refusalOf(quote);
  const minLamports: Lamports = body.minSolReceivedInLamports ?? quote.order.minLamports;
  filled(fillSell(curve, { tokens, minLamports }, feeRates(factory.fees, "sell", terms.flags)));
  return buildSellMessage({ ...frameOf(situation, computeUnits), tokens, minLamports, closesAccount });
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

const filled = (result: Fill | OrderRefusal): Fill => {
  if (result.kind === "refused") throw refusalOf(result);
  return result;
};

const refusalOf = (refusal: OrderRefusal): ApiError => {
  switch (refusal.reason) {
    case "buySlippage":
    case "sellSlippage":
      return new ApiError("slippage_exceeded");
    case "closed":
      return new ApiError("curve_closed");
    case "finalTokens":
      return new ApiError("final_tokens");
    case "zero":
      return new ApiError("invalid_field", { field: "body.tokenAmountInLamports", message: "must be above 0" });
  }
};
