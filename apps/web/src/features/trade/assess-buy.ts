import { computeUnitLimit, rentOfBuy, solRequired, spendOf } from "@tribe/chain/transactions";
import { type Lamports, lamports, type TokenProfile, tokenUnits } from "@tribe/contract";
import { quoteBuy, remainingOnCurve } from "@tribe/domain/curve";
import { discountOf, feeRates, noFlags } from "@tribe/domain/money";
import { tradeProblem, tradeTerms } from "@tribe/domain/trading";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import { assumedMicroLamports } from "../../shared/trading/costs/assumed-priority.ts";
import { type Assessment, nothing, refused, type TradeInput } from "./assessment.ts";

const visitorTerms = { flags: noFlags, referrer: null };

/** Quotes a buy by the spent or the received amount. The server computes the required balance in the same way. */
export const assessBuy = (input: TradeInput, token: TokenProfile, amount: bigint | null): Assessment => {
  const { inSol, slippageBps, balance } = input;
  const curve = curveOf(token);
  const terms = input.user ? tradeTerms("buy", input.user) : visitorTerms;
  const trade = { side: "buy", curve, terms, solBalance: balance } as const;
  switch (tradeProblem({ ...trade, required: null })) {
    case "curve_closed":
      return refused({ kind: "closed" });
    case "affiliate_without_referral":
      return amount ? refused({ kind: "affiliateNeedsReferral" }) : nothing;
  }
  if (!terms) return nothing;
  const affordable = affordableOf(input);
  if (!amount) return { ...nothing, affordable };
  const { flags } = terms;
  const context = { curve, fees: token.fees, flags, slippageBps };
  const quote = inSol
    ? quoteBuy({ ...context, mode: "BUY_WITH_FIXED_SOL", sol: lamports(amount) })
    : quoteBuy({ ...context, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(amount) });
  if (quote.kind === "refused") return refused({ kind: "tooSmall" });

  const rent = rentOf(input);
  const spend = (tradeLamports: bigint) => spendOfBuy(tradeLamports, rent);
  const solNeeded = solRequired(spend(quote.total));
  const isShort = tradeProblem({ ...trade, required: solNeeded }) === "insufficient_sol";
  const maxLamports = isShort
    ? quote.order.maxLamports
    : withinBalance(quote.order.maxLamports, quote.total, input, solNeeded);
  const rates = feeRates(token.fees, "buy", flags);
  const maxSpend = spend(maxLamports);
  const left = quote.clipped ? remainingOnCurve(curve) : null;
  return {
    quote,
    order: {
      direction: "buy",
      mode: inSol ? "BUY_WITH_FIXED_SOL" : "BUY_WITH_FIXED_TOKEN",
      tokens: quote.order.tokens,
      minTokens: quote.order.minTokens,
      maxLamports,
      minSol: null,
      amountText: input.amountText,
    },
    costs: {
      rates,
      discount: discountOf(quote.value, rates),
      network: lamports(maxSpend.signatures + maxSpend.priority),
      rent,
      maxSpend: maxSpend.total,
    },
    problem:
      left !== null && !inSol
        ? { kind: "onlyLeft", tokens: left }
        : isShort
          ? { kind: "insufficientSol", required: solNeeded }
          : null,
    solNeeded,
    onlyLeft: inSol ? left : null,
    affordable,
  };
};

/** Rent of the token account that a first buy makes. */
const rentOf = (input: TradeInput): Lamports => rentOfBuy(input.hasTokenAccount === false);

const spendOfBuy = (tradeLamports: bigint, rent: Lamports) =>
  spendOf({
    tradeLamports,
    rentLamports: rent,
    signatures: 2,
    computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount: rent > 0n }),
    microLamportsPerUnit: assumedMicroLamports,
  });

/** The part of the balance that is left for the trade itself. */
const affordableOf = (input: TradeInput): Lamports | null => {
  if (input.balance === null) return null;
  const left = input.balance - solRequired(spendOfBuy(0n, rentOf(input)));
  return left > 0n ? lamports(left) : null;
};

/** The tokens that the affordable SOL buys, base units; null if it buys none. */
export const affordableTokens = (token: TokenProfile, sol: Lamports, user: TradeInput["user"]): bigint | null => {
  const { flags } = (user && tradeTerms("buy", user)) ?? visitorTerms;
  const quote = quoteBuy({
    mode: "BUY_WITH_FIXED_SOL",
    sol,
    curve: curveOf(token),
    fees: token.fees,
    flags,
    slippageBps: 0,
  });
  return quote.kind === "refused" ? null : quote.tokens;
};

/** Limited by the wallet's balance: a higher price asks for confirmation again instead of failing on chain. */
const withinBalance = (maxLamports: Lamports, total: Lamports, input: TradeInput, solNeeded: Lamports): Lamports => {
  if (input.balance === null) return maxLamports;
  const affordable = lamports(input.balance - solNeeded + total);
  return affordable < maxLamports ? affordable : maxLamports;
};
