import {
  type Lamports,
  type LocalUser,
  maxBuyTokens,
  quickBuySol,
  quickBuyTokens,
  type TokenProfile,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { needsNoSeat } from "@tribe/domain/membership";
import { capAmountInput, formatAmount, formatCost, formatExact, formatInputDown } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { type ReactNode, useCallback } from "react";
import { Tokens } from "../../shared/components/Sol.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { mayOrder, openJoin } from "../../shared/flow/openers.ts";
import { type Store, useStore } from "../../shared/state/store.ts";
import { QuickAmounts } from "../../shared/trading/amount/QuickAmounts.tsx";
import { tradeUnit } from "../../shared/trading/amount/trade-unit.ts";
import { MostYouPay, riseOf } from "../../shared/trading/costs/MostYouPay.tsx";
import { Available, Outcome } from "../../shared/trading/costs/Outcome.tsx";
import { PriceMoved } from "../../shared/trading/costs/PriceMoved.tsx";
import { RemainingSupplyNote } from "../../shared/trading/costs/RemainingSupplyNote.tsx";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { ElsewhereLine } from "../../shared/trading/panel/ElsewhereLine.tsx";
import { TradePanel } from "../../shared/trading/panel/TradePanel.tsx";
import type { TradableTokens } from "../../shared/trading/panel/tradable-tokens.ts";
import { EntryRowLoading } from "../../shared/trading/seat/EntryRow.tsx";
import { seatSentence } from "../../shared/trading/seat/seat-sentence.ts";
import { assessTrade } from "./assess.ts";
import { affordableTokens } from "./assess-buy.ts";
import { costlyTrade } from "./costly-trade.ts";
import { EntryOffer } from "./EntryOffer.tsx";
import { FinalTokens } from "./FinalTokens.tsx";
import { QuoteLines } from "./QuoteLines.tsx";
import { TradeAmount } from "./TradeAmount.tsx";
import type { TradeDraft } from "./trade-draft.ts";

const written = { exact: formatExact, cut: formatInputDown };

/**
 * The amount with everything that depends on it. Rendered with every key, so parts that don't depend on the amount are memoised,
 * or passed in from above.
 */
export const TradeForm = ({
  token,
  direction,
  draft,
  profile,
  balance,
  tradable,
  user,
  onLeave,
  onHandedOver,
  head,
}: {
  token: DialogToken;
  direction: TradeDirection;
  draft: Store<TradeDraft>;
  /** Null until known, like the following. */
  profile: TokenProfile | null;
  balance: Lamports | null;
  tradable: TradableTokens | null;
  user: LocalUser | null;
  onLeave: () => void;
  /** Called when the order has gone to the wallet. */
  onHandedOver?: (() => void) | undefined;
  /** The content above the amount. */
  head: ReactNode;
}) => {
  const { mint, symbol } = token;
  const { amountText, wantsSol, hasMoved } = useStore(draft);
  const isBuy = direction === "buy";
  const inSol = wantsSol && isBuy;
  const slippageBps = useStore(slippage);
  const holding = tradable?.units ?? null;
  const elsewhere = tradable?.elsewhere ?? tokenUnits(0n);
  const seatHolding = tradable && tokenUnits(tradable.units + tradable.elsewhere);
  const assessment = assessTrade({
    token: profile,
    direction,
    amountText,
    inSol,
    slippageBps,
    balance,
    holding,
    hasTokenAccount: tradable?.exists ?? null,
    user,
  });
  const { problem, order, quote, onlyLeft, affordable, costs } = assessment;

  const write = useCallback(
    (text: string) => draft.set((now) => ({ ...now, amountText: text, hasMoved: false, wantsEntry: false })),
    [draft],
  );
  const turnUnit = useCallback(() => {
    tradeUnit.choose(!draft.get().wantsSol);
    draft.set((now) => ({ ...now, wantsSol: !now.wantsSol, wantsEntry: false }));
  }, [draft]);
  const pickEntry = useCallback(
    (text: string) => draft.set({ amountText: text, wantsSol: false, hasMoved: false, wantsEntry: false }),
    [draft],
  );
  const join = useCallback(() => {
    onLeave();
    openJoin(token);
  }, [onLeave, token]);
  // A stable function, so that unchanged amount chips are not rendered again.
  const type = useCallback((text: string) => write(isBuy ? capAmountInput(text, maxBuyTokens) : text), [write, isBuy]);
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    onLeave();
    flow.start({ kind: "trade", mint, direction, amountText, inSol, wantsEntry: false, stage, lamportsRequired });
  };
  const submit = () => {
    if (!order || problem) return;
    if (!mayOrder(direction, user, () => leaveFor("submit", null))) return;
    const title = `${isBuy ? "Buy" : "Sell"} ${symbol}`;
    const description = `${isBuy ? "Buy" : "Sell"} ${isolated(token.name)} on its curve`;
    dialogs.open(
      "tokenTradeV2Transaction",
      {
        ...{ title, description, token, order },
        isFirst: isBuy && tradable?.exists === false,
        closesAccount: !isBuy && order.tokens === holding,
      },
      { replace: true },
    );
    onHandedOver?.();
  };
  const change = quote ? (isBuy ? quote.tokens : -quote.tokens) : null;
  const maxTokens = affordable !== null && profile ? affordableTokens(profile, affordable, user) : null;
  const max = inSol ? affordable : maxTokens;
  const maxText = max === null || max === 0n ? null : formatInputDown(max);
  const counted = seatHolding ?? (profile && needsNoSeat(profile.subscribeState) ? 0n : null);
  const sentence = profile && counted !== null ? seatSentence({ token: profile, holding: counted, change }) : null;
  // Tokens in other accounts count for the seat but can't be sold.
  const sellable = sentence?.sellable ?? 0n;
  const stays = formatInputDown(holding !== null && sellable > holding ? holding : sellable);

  return (
    <TradePanel
      notices={
        <>
          {hasMoved ? <PriceMoved /> : null}
          {head}
          <ElsewhereLine units={elsewhere}>
            <Tokens units={elsewhere} symbol={symbol} />
          </ElsewhereLine>
        </>
      }
      amount={
        <TradeAmount
          text={amountText}
          symbol={symbol}
          inSol={inSol}
          heading={isBuy ? (inSol ? "You pay" : "You buy") : "You sell"}
          available={isBuy && balance !== null ? <Available lamports={balance} /> : null}
          outcome={
            quote && quote.tokens > 0n ? (
              <Outcome
                isCost={isBuy && !inSol}
                amount={
                  isBuy && inSol
                    ? `${formatAmount(quote.tokens)} ${symbol}`
                    : `${isBuy ? formatCost(quote.total) : formatAmount(quote.total)} SOL`
                }
                price={formatAmount((quote.total * unitsPerToken) / quote.tokens)}
              />
            ) : null
          }
          problem={problem}
          onChange={type}
          onTurnUnit={isBuy ? turnUnit : null}
          onDeposit={(required) => leaveFor("open", required)}
          onBuyAll={(tokens) => write(formatExact(tokens))}
          max={maxText}
        />
      }
      quick={
        <QuickAmounts
          buys={isBuy ? (inSol ? quickBuySol : quickBuyTokens) : null}
          unit={inSol ? "SOL" : ""}
          max={maxText}
          holding={holding}
          written={written}
          typed={amountText}
          onPick={type}
        />
      }
      entry={
        isBuy && profile ? (
          seatHolding === null ? (
            <EntryRowLoading state={profile.subscribeState} />
          ) : (
            <EntryOffer token={profile} holding={seatHolding} onPick={pickEntry} onJoin={join} />
          )
        ) : null
      }
      after={
        <>
          {problem?.kind === "finalTokens" ? (
            <FinalTokens
              problem={problem}
              symbol={symbol}
              hasInviter={(profile?.referralBonus ?? 0n) > 0n}
              onPick={(units) => write(formatExact(units))}
            />
          ) : null}
          <RemainingSupplyNote tokens={onlyLeft} />
        </>
      }
      seat={sentence}
      onStay={stays === "0" ? null : { amount: `${stays} ${symbol}`, act: () => write(stays) }}
      details={<QuoteLines assessment={assessment} isBuy={isBuy} symbol={symbol} />}
      feeBps={costs && costs.rates.creatorBps + costs.rates.platformBps + costs.rates.referralBps}
      impactBps={quote?.priceImpactBps ?? null}
      costly={profile && quote ? costlyTrade(profile, quote) : null}
      price={
        isBuy ? (
          <MostYouPay
            spend={costs?.maxSpend ?? null}
            riseBps={quote && !inSol ? riseOf(order?.maxLamports ?? 0n, quote.total) : 0}
          />
        ) : null
      }
      disabled={!order || Boolean(problem)}
      onSubmit={submit}
    />
  );
};
