import { unitsPerToken } from "@tribe/contract";
import { formatAmount, formatCost, formatExact, formatInputDown } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { orderTexts } from "@tribe/domain/words";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { TradeOrder } from "../../shared/dialogs/names.ts";
import type { AmountFix } from "../../shared/trading/amount/AmountField.tsx";
import { riseOf } from "../../shared/trading/costs/MostYouPay.tsx";
import { Outcome } from "../../shared/trading/costs/Outcome.tsx";
import { RemainingSupplyNote } from "../../shared/trading/costs/RemainingSupplyNote.tsx";
import type { QuoteInput, TradeQuote } from "../../shared/trading/form/venue.ts";
import { assessTrade } from "./assess.ts";
import { affordableTokens } from "./assess-buy.ts";
import type { Assessment, TradeProblem } from "./assessment.ts";
import { costlyTrade } from "./costly-trade.ts";
import { FinalTokens } from "./FinalTokens.tsx";
import { problemWords } from "./problem-words.ts";
import { QuoteLines } from "./QuoteLines.tsx";

/** Quotes the typed amount on the curve, from the last known supply. */
export const useCurveQuote = (input: QuoteInput): TradeQuote => {
  const { token, direction, inSol, facts, write } = input;
  const { profile, user, tradable } = facts;
  const { symbol } = token;
  const isBuy = direction === "buy";
  const assessment = assessTrade({
    token: profile,
    direction,
    amountText: input.amountText,
    inSol,
    slippageBps: input.slippageBps,
    balance: facts.balance,
    holding: tradable?.units ?? null,
    hasTokenAccount: tradable?.exists ?? null,
    user,
  });
  const { problem, order, quote, onlyLeft, affordable, costs } = assessment;
  const affordableAmount = affordable !== null && profile ? affordableTokens(profile, affordable, user) : null;
  const most = inSol ? affordable : affordableAmount;
  const max = most === null || most === 0n ? null : formatInputDown(most);
  return {
    // The final tokens have a block of their own below.
    wrong:
      problem && problem.kind !== "finalTokens"
        ? { words: problemWords(problem, symbol), fixes: fixesOf(problem, max, input) }
        : null,
    outcome: quote && quote.tokens > 0n ? outcomeOf(quote, isBuy, inSol, symbol) : null,
    change: quote ? (isBuy ? quote.tokens : -quote.tokens) : null,
    cost: isBuy && quote ? quote.total : null,
    max,
    after: (
      <>
        {problem?.kind === "finalTokens" ? (
          <FinalTokens
            problem={problem}
            symbol={symbol}
            hasInviter={(profile?.referralBonus ?? 0n) > 0n}
            onPick={(units) => write(formatExact(units))}
          />
        ) : null}
        <RemainingSupplyNote tokens={onlyLeft} symbol={symbol} />
      </>
    ),
    details: <QuoteLines assessment={assessment} isBuy={isBuy} symbol={symbol} />,
    feeBps: costs && costs.rates.creatorBps + costs.rates.platformBps + costs.rates.referralBps,
    impactBps: quote?.priceImpactBps ?? null,
    costly: profile && quote ? costlyTrade(profile, quote) : null,
    spend: costs?.maxSpend ?? null,
    sale: !isBuy && quote ? { units: quote.tokens, proceeds: quote.total } : null,
    riseBps: quote && !inSol ? riseOf(order?.maxLamports ?? 0n, quote.total) : 0,
    send: order && !problem ? () => openCurveTransaction(order, input) : null,
  };
};

const fixesOf = (problem: TradeProblem, max: string | null, { write, deposit }: QuoteInput): readonly AmountFix[] => {
  if (problem.kind === "onlyLeft")
    return [{ label: "Buy all that's left", act: () => write(formatExact(problem.tokens)) }];
  if (problem.kind !== "insufficientSol") return [];
  const toDeposit = { label: "Deposit", act: () => deposit(problem.required) };
  return max === null ? [toDeposit] : [toDeposit, { label: `Buy ${max} instead`, act: () => write(max) }];
};

const outcomeOf = (
  { tokens, total }: NonNullable<Assessment["quote"]>,
  isBuy: boolean,
  inSol: boolean,
  symbol: string,
) => {
  const lamports = `${isBuy ? formatCost(total) : formatAmount(total)} SOL`;
  return (
    <Outcome
      isCost={isBuy && !inSol}
      amount={inSol ? `${formatAmount(tokens)} ${symbol}` : lamports}
      price={formatAmount((total * unitsPerToken) / tokens)}
      lamports={total}
      rounding={isBuy ? "up" : "down"}
    />
  );
};

const descriptionOf = ({ direction, mode, tokens, maxLamports }: TradeOrder, symbol: string): string => {
  if (direction === "buy" && mode === "BUY_WITH_FIXED_SOL")
    return orderTexts.buyingFor(symbol, formatExact(maxLamports ?? 0n));
  const amount = `${formatAmount(tokens, { significant: 9 })} ${symbol}`;
  return direction === "buy" ? orderTexts.buying(amount) : orderTexts.selling(amount);
};

const openCurveTransaction = (order: TradeOrder, { token, direction, facts: { tradable } }: QuoteInput): boolean => {
  const isBuy = direction === "buy";
  const verb = isBuy ? "Buy" : "Sell";
  dialogs.open(
    "tokenTradeV2Transaction",
    {
      title: `${verb} ${token.symbol}`,
      description: descriptionOf(order, isolated(token.symbol)),
      token,
      order,
      isFirst: isBuy && tradable?.exists === false,
      closesAccount: !isBuy && order.tokens === tradable?.units,
    },
    { replace: true },
  );
  return true;
};
