import { maxSwapBuySol, newTokenUnits } from "@tribe/contract";
import { capAmountInput, formatAmount, formatInputDown, formatNewTokens } from "@tribe/domain/money";
import { type Pool, poolValue, type SwapAmounts } from "@tribe/domain/pool";
import { type CostlyTrade, texts } from "@tribe/domain/words";
import type { ReactNode } from "react";
import { toast } from "../../shared/notices/toast.ts";
import type { AmountFix } from "../../shared/trading/amount/AmountField.tsx";
import { Outcome } from "../../shared/trading/costs/Outcome.tsx";
import type { QuoteInput, TradeQuote } from "../../shared/trading/form/venue.ts";
import { affordableSol, assessSwap, type SwapProblem, swapOrderOf } from "./assess-swap.ts";
import { openSwapTransaction } from "./open-swap-transaction.ts";
import { pricedTokens, unitsPerNewToken } from "./priced-tokens.ts";
import { SwapLines } from "./SwapLines.tsx";
import { seatChange } from "./seat-change.ts";
import { swapProblemWords } from "./swap-words.ts";
import { useSwapProvider, useSwapQuote } from "./use-swap-quote.ts";

/** Quotes the typed amount in the pool: at once from the reserves, then as the provider does. */
export const usePoolQuote = (input: QuoteInput): TradeQuote => {
  const { token, direction, amountText, slippageBps, facts } = input;
  const { profile, tradable, balance } = facts;
  const { symbol } = token;
  const isBuy = direction === "buy";
  const holding = tradable && newTokenUnits(tradable.units);
  const hasTokenAccount = tradable?.exists ?? null;
  const provider = useSwapProvider();
  const { confirmed, local } = useSwapQuote(provider, profile, swapOrderOf(direction, amountText), slippageBps);
  const assessment = assessSwap({ direction, amountText, quote: confirmed, balance, holding, hasTokenAccount });
  const { problem, costs, ready } = assessment;
  const quote = confirmed?.kind === "quoted" ? confirmed : local;
  const pool = profile?.pool ?? null;
  const affordable = isBuy ? affordableSol(balance, hasTokenAccount) : null;
  const max = affordable === null ? null : capAmountInput(formatInputDown(affordable), maxSwapBuySol);
  const send = (): boolean => {
    if (!ready || !costs || !provider) return false;
    const wallet = facts.user?.address ?? null;
    if (!wallet) {
      toast.error(texts.walletNotReady);
      return false;
    }
    openSwapTransaction({
      token,
      amountText,
      seen: ready,
      provider,
      wallet,
      lamportsRequired: costs.maxSpend,
      isFirst: isBuy && hasTokenAccount === false,
      closesAccount: !isBuy && ready.amounts.input === holding,
    });
    return true;
  };
  return {
    wrong: problem && { words: swapProblemWords(problem), fixes: fixesOf(problem, max, input) },
    outcome: quote ? outcomeOf(quote.amounts, symbol) : null,
    change: seatChange(quote?.amounts, profile?.conversionRate ?? null, holding ?? 0n),
    cost: isBuy && quote ? quote.amounts.input : null,
    max,
    details: <SwapLines quote={quote} costs={costs} rates={pool} isBuy={isBuy} symbol={symbol} />,
    feeBps: pool && pool.liquidityBps + pool.creatorBps + pool.platformBps,
    impactBps: quote?.priceImpactBps ?? null,
    costly: pool && quote ? costlyOf(pool, quote) : null,
    spend: costs?.maxSpend ?? null,
    sale: !isBuy && quote ? { units: quote.amounts.input, proceeds: quote.amounts.output } : null,
    riseBps: 0,
    send: ready ? send : null,
  };
};

const fixesOf = (problem: SwapProblem, max: string | null, { write, deposit }: QuoteInput): readonly AmountFix[] => {
  if (problem.kind !== "insufficientSol") return [];
  const toDeposit = { label: "Deposit", act: () => deposit(problem.required) };
  return max === null ? [toDeposit] : [toDeposit, { label: `Pay ${max} instead`, act: () => write(max) }];
};

/** A swap that may move the price far; a buy beside the pool's price. */
const costlyOf = (
  pool: Pool,
  { amounts, priceImpactBps: impactBps }: { readonly amounts: SwapAmounts; readonly priceImpactBps: number },
): CostlyTrade =>
  amounts.direction === "sell"
    ? { side: "sell", impactBps }
    : { side: "buy", cost: amounts.input, today: poolValue(pool, amounts.output) };

/** The output, and the price per 1,000 new tokens. */
const outcomeOf = (amounts: SwapAmounts, symbol: string): ReactNode => {
  const [sol, tokens] = amounts.direction === "buy" ? [amounts.input, amounts.output] : [amounts.output, amounts.input];
  if (tokens === 0n) return null;
  const price = formatAmount((sol * pricedTokens * unitsPerNewToken) / tokens);
  const amount = amounts.direction === "buy" ? `${formatNewTokens(tokens)} ${symbol}` : `${formatAmount(sol)} SOL`;
  return (
    <Outcome
      isCost={false}
      amount={amount}
      price={`${price} per ${pricedTokens.toLocaleString("en")}`}
      lamports={sol}
      rounding={amounts.direction === "buy" ? "up" : "down"}
    />
  );
};
