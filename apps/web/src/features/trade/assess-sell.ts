import { computeUnitLimit, solRequired, spendOf } from "@tribe/chain/transactions";
import { lamports, type TokenProfile, tokenUnits } from "@tribe/contract";
import { isAtFloor, quoteSell, sellableOnCurve } from "@tribe/domain/curve";
import { discountOf, feeRates, noFlags } from "@tribe/domain/money";
import { tradeProblem, tradeTerms } from "@tribe/domain/trading";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import { assumedMicroLamports } from "../../shared/trading/costs/assumed-priority.ts";
import { type Assessment, nothing, refused, type TradeInput } from "./assessment.ts";

/** Quotes a sell. The curve's final tokens are announced before anything is typed: nothing can be sold then. */
export const assessSell = (input: TradeInput, token: TokenProfile, amount: bigint | null): Assessment => {
  const { holding, balance } = input;
  const curve = curveOf(token);
  const sellable = isAtFloor(curve) ? 0n : sellableOnCurve(curve);
  const trade = { side: "sell", curve, tokens: amount, holding, solBalance: balance } as const;
  switch (tradeProblem({ ...trade, required: null })) {
    case "curve_closed":
      return refused({ kind: "closed" });
    case "final_tokens": {
      // Before the curve's end, only a typed amount can exceed what can be sold.
      const own = holding ?? (sellable === 0n ? 0n : (amount ?? 0n));
      return refused({ kind: "finalTokens", sellable, stuck: own - sellable });
    }
    case "insufficient_tokens":
      return refused({ kind: "insufficientTokens" });
  }
  if (!amount) return nothing;
  const flags = (input.user && tradeTerms("sell", input.user)?.flags) ?? noFlags;
  const quote = quoteSell({
    curve,
    fees: token.fees,
    flags,
    slippageBps: input.slippageBps,
    tokens: tokenUnits(amount),
  });
  // A closed curve and final tokens were reported above.
  if (quote.kind === "refused") return refused({ kind: "tooSmall" });
  const spend = spendOf({
    tradeLamports: 0n,
    rentLamports: 0n,
    signatures: 2,
    computeUnitLimit: computeUnitLimit("sell", { closesAccount: amount === holding }),
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
      maxLamports: null,
      minSol: quote.order.minLamports,
      amountText: input.amountText,
    },
    costs: {
      rates,
      discount: discountOf(quote.value, rates),
      network: spend.total,
      rent: lamports(0n),
      maxSpend: spend.total,
    },
    problem: tradeProblem({ ...trade, required: solNeeded }) ? { kind: "insufficientSol", required: solNeeded } : null,
    solNeeded,
    onlyLeft: null,
    affordable: null,
  };
};
