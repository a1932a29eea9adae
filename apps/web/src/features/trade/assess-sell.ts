import { computeUnitLimit, solRequired, spendOf } from "@tribe/chain";
import { lamports, type TokenProfile, tokenUnits } from "@tribe/contract";
import {
  discountOf,
  feeRates,
  isAtFloor,
  isClosed,
  noFlags,
  quoteSell,
  sellableOnCurve,
  tradeFlagsOf,
} from "@tribe/domain";
import { curveOf } from "../../shared/token-facts.ts";
import { assumedMicroLamports } from "../../shared/trading/assumed-priority.ts";
import { type Assessment, nothing, refused, type TradeInput } from "./assessment.ts";

/** Quotes a sell. The curve's final tokens are told of before anything is typed: nothing can be sold then. */
export const assessSell = (input: TradeInput, token: TokenProfile, amount: bigint | null): Assessment => {
  const { holding, balance } = input;
  const curve = curveOf(token);
  const sellable = isAtFloor(curve) ? 0n : sellableOnCurve(curve);
  const final = (stuck: bigint) => refused({ kind: "finalTokens", sellable, stuck });
  if (isClosed(curve)) return refused({ kind: "closed" });
  if (sellable === 0n) return final(holding ?? 0n);
  if (!amount) return nothing;
  if (holding !== null && amount > holding) return refused({ kind: "insufficientTokens" });
  // A sell is never held up by an affiliate's missing referral.
  const flags = (input.user && tradeFlagsOf("sell", input.user)) ?? noFlags;
  const quote = quoteSell({
    curve,
    fees: token.fees,
    flags,
    slippageBps: input.slippageBps,
    tokens: tokenUnits(amount),
  });
  if (quote.kind === "refused") {
    if (quote.reason === "finalTokens") return final((holding ?? amount) - sellable);
    return refused({ kind: quote.reason === "closed" ? "closed" : "tooSmall" });
  }
  const spend = spendOf({
    tradeLamports: 0n,
    rentLamports: 0n,
    signatures: 2,
    computeUnitLimit: computeUnitLimit("sell"),
    microLamportsPerUnit: assumedMicroLamports,
  });
  const solNeeded = solRequired(spend);
  const rates = feeRates(token.fees, "sell", flags);
  return {
    quote,
    order: {
      direction: "sell",
      mode: "SELL_WITH_FIXED_TOKEN",
      tokens: quote.order.tokens,
      minTokens: null,
      maxSol: null,
      minSol: quote.order.minLamports,
      amountText: input.amountText,
    },
    costs: {
      rates,
      discount: discountOf(quote.value, rates),
      network: spend.total,
      rent: lamports(0n),
      most: spend.total,
    },
    problem: balance !== null && balance < solNeeded ? { kind: "insufficientSol", required: solNeeded } : null,
    solNeeded,
    onlyLeft: null,
    affordable: null,
  };
};
