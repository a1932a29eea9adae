import { computeUnitLimit, rentOfBuy, solRequired, spendOf } from "@tribe/chain";
import { type Lamports, type LocalUser, lamports, type TokenProfile, tokenUnits } from "@tribe/contract";
import {
  areFlagsValid,
  type BuyOrder,
  formatAmount,
  isAtFloor,
  noFlags,
  parseAmount,
  type Quote,
  quoteBuy,
  quoteSell,
  remainingOnCurve,
  type SellOrder,
  type TradeFlags,
  texts,
} from "@tribe/domain";
import type { TradeDirection, TradeOrder } from "../../shared/dialogs/names.ts";
import { curveOf } from "../../shared/token-facts.ts";

/** Everything that a trade depends on, as the dialog knows it now. `null` where it is not known yet. */
export interface TradeInput {
  readonly token: TokenProfile | null;
  readonly direction: TradeDirection;
  readonly amountText: string;
  /** The amount is SOL to spend; buys only. */
  readonly inSol: boolean;
  readonly slippageBps: number;
  readonly balance: Lamports | null;
  readonly holding: bigint | null;
  readonly user: Pick<LocalUser, "isReferral" | "isAffiliate" | "isDiscount"> | null;
}

/** Why Next cannot be pressed, by kind; the words are the dialog's. */
export type TradeProblem =
  | { readonly kind: "priceUnknown" }
  | { readonly kind: "insufficientSol"; readonly required: Lamports }
  | { readonly kind: "insufficientTokens" }
  | { readonly kind: "finalTokens"; readonly sellable: bigint }
  | { readonly kind: "closed" }
  | { readonly kind: "tooSmall" }
  | { readonly kind: "onlyLeft"; readonly tokens: bigint };

export interface Assessment {
  /** Null while the amount is empty, zero or not tradable. */
  readonly quote: Quote<BuyOrder> | Quote<SellOrder> | null;
  readonly order: TradeOrder | null;
  readonly problem: TradeProblem | null;
  /** Lamports that the wallet must hold before: cost, fees, rents and what must stay. Buys only. */
  readonly solNeeded: Lamports | null;
}

/** Priority that our own estimate leaves room for; the server takes what recent blocks paid. */
const assumedMicroLamports = 100_000n;

const nothing: Assessment = { quote: null, order: null, problem: null, solNeeded: null };

const flagsOf = (user: TradeInput["user"]): TradeFlags => {
  if (!user) return noFlags;
  const flags = { referral: user.isReferral, affiliate: user.isAffiliate, discount: user.isDiscount };
  return areFlagsValid(flags) ? flags : { ...flags, affiliate: false };
};

/** Quotes what is typed, on every keystroke, from the last known supply, and says what stands in the way. */
export const assessTrade = (input: TradeInput): Assessment => {
  const amount = parseAmount(input.amountText);
  if (!input.token) return amount ? { ...nothing, problem: { kind: "priceUnknown" } } : nothing;
  if (!amount) return nothing;
  return input.direction === "buy" ? assessBuy(input, input.token, amount) : assessSell(input, input.token, amount);
};

const assessBuy = (input: TradeInput, token: TokenProfile, amount: bigint): Assessment => {
  const curve = curveOf(token);
  const context = { curve, fees: token.fees, flags: flagsOf(input.user), slippageBps: input.slippageBps };
  const quote = input.inSol
    ? quoteBuy({ ...context, mode: "BUY_WITH_FIXED_SOL", sol: lamports(amount) })
    : quoteBuy({ ...context, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(amount) });
  if (quote.kind === "refused")
    return { ...nothing, problem: { kind: quote.reason === "closed" ? "closed" : "tooSmall" } };
  const makesTokenAccount = input.holding === null || input.holding === 0n;
  const solNeeded = solRequired(
    spendOf({
      tradeLamports: quote.order.maxLamports,
      rentLamports: rentOfBuy(makesTokenAccount),
      signatures: 2,
      computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount }),
      microLamportsPerUnit: assumedMicroLamports,
    }),
  );
  const isShort = input.balance !== null && input.balance < solNeeded;
  const problem: TradeProblem | null =
    quote.clipped && !input.inSol
      ? { kind: "onlyLeft", tokens: remainingOnCurve(curve) }
      : isShort
        ? { kind: "insufficientSol", required: solNeeded }
        : null;
  const order: TradeOrder = {
    direction: "buy",
    mode: input.inSol ? "BUY_WITH_FIXED_SOL" : "BUY_WITH_FIXED_TOKEN",
    tokens: quote.order.tokens,
    minTokens: quote.order.minTokens,
    maxSol: quote.order.maxLamports,
    minSol: null,
    amountText: input.amountText,
  };
  return { quote, order, problem, solNeeded };
};

const assessSell = (input: TradeInput, token: TokenProfile, amount: bigint): Assessment => {
  const curve = curveOf(token);
  if (isAtFloor(curve)) return { ...nothing, problem: { kind: "finalTokens", sellable: 0n } };
  if (input.holding !== null && amount > input.holding) return { ...nothing, problem: { kind: "insufficientTokens" } };
  const quote = quoteSell({
    curve,
    fees: token.fees,
    flags: flagsOf(input.user),
    slippageBps: input.slippageBps,
    tokens: tokenUnits(amount),
  });
  if (quote.kind === "refused") {
    if (quote.reason === "finalTokens")
      return { ...nothing, problem: { kind: "finalTokens", sellable: curve.x - curve.floor } };
    return { ...nothing, problem: { kind: quote.reason === "closed" ? "closed" : "tooSmall" } };
  }
  const order: TradeOrder = {
    direction: "sell",
    mode: "SELL_WITH_FIXED_TOKEN",
    tokens: quote.order.tokens,
    minTokens: null,
    maxSol: null,
    minSol: quote.order.minLamports,
    amountText: input.amountText,
  };
  return { quote, order, problem: null, solNeeded: null };
};

/** The words for what stands in the way (spec sections 5 and 8). */
export const problemWords = (problem: TradeProblem, symbol: string): string => {
  switch (problem.kind) {
    case "priceUnknown":
      return texts.priceCalculating;
    case "insufficientSol":
      return `You need ${formatAmount(problem.required)} SOL, fees and account rent included.`;
    case "insufficientTokens":
      return texts.insufficientTokens;
    case "finalTokens":
      return problem.sellable === 0n
        ? texts.finalTokens
        : `${texts.finalTokens}. At most ${formatAmount(problem.sellable)} ${symbol} can be sold now.`;
    case "closed":
      return "This curve is full. The token is moving to its liquidity pool.";
    case "tooSmall":
      return "This amount is too small to trade";
    case "onlyLeft":
      return `Only ${formatAmount(problem.tokens)} tokens are left on the curve`;
  }
};
