import { maxSwapBuySol, maxSwapSellTokens, newTokenUnits, quickSwapBuySol, tokenUnits } from "@tribe/contract";
import { needsNoSeat } from "@tribe/domain/membership";
import { capAmountInput, formatAmount, formatInputDown, formatNewTokens } from "@tribe/domain/money";
import { type Pool, poolValue, type SwapAmounts } from "@tribe/domain/pool";
import { type CostlyTrade, texts } from "@tribe/domain/words";
import { Tabs } from "@tribe/ui/tabs";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Sol } from "../../shared/components/Sol.tsx";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { mayOrder, openJoin } from "../../shared/flow/openers.ts";
import { toast } from "../../shared/notices/toast.ts";
import { useBalance, useSeatHolding, useTokenAccounts } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { AmountField } from "../../shared/trading/amount/AmountField.tsx";
import { exactNewTokens, typedNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import { QuickAmounts } from "../../shared/trading/amount/QuickAmounts.tsx";
import { MoneyRow } from "../../shared/trading/costs/MoneyRows.tsx";
import { MostYouPay } from "../../shared/trading/costs/MostYouPay.tsx";
import { Available, Outcome } from "../../shared/trading/costs/Outcome.tsx";
import { PriceMoved } from "../../shared/trading/costs/PriceMoved.tsx";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { ElsewhereLine } from "../../shared/trading/panel/ElsewhereLine.tsx";
import { TradePanel } from "../../shared/trading/panel/TradePanel.tsx";
import { nothingHeld, tradeSides } from "../../shared/trading/panel/trade-sides.ts";
import { useTradableTokens } from "../../shared/trading/panel/use-tradable-tokens.ts";
import { EntryRow, EntryRowLoading } from "../../shared/trading/seat/EntryRow.tsx";
import { seatSentence } from "../../shared/trading/seat/seat-sentence.ts";
import { affordableSol, assessSwap, swapOrderOf } from "./assess-swap.ts";
import { ConvertOffer } from "./ConvertOffer.tsx";
import { openSwapTransaction } from "./open-swap-transaction.ts";
import { poolEntry } from "./pool-entry.ts";
import { SwapLines } from "./SwapLines.tsx";
import { seatChange } from "./seat-change.ts";
import { swapProblemWords } from "./swap-words.ts";
import { useSwapProvider, useSwapQuote } from "./use-swap-quote.ts";

/** Prices are shown for this many new tokens, because one costs only about 40 lamports at the beginning. */
const pricedTokens = 1_000n;
const unitsPerNewToken = 1_000_000n;

const written = { exact: exactNewTokens, cut: typedNewTokens };

/** The form's input. The parent keeps it, because rotating a phone mounts another form. */
export interface SwapDraft {
  readonly direction: TradeDirection;
  readonly amountText: string;
  /** Fill in the amount for a seat once it is known, unless the person types another one first. */
  readonly wantsEntry: boolean;
  /** The price moved beyond the slippage, and the person has not typed since. */
  readonly hasMoved: boolean;
}

/** The form for a swap: the amount, its quote, and Next. */
export const SwapForm = ({
  token,
  draft,
  onDraft,
  onLeave,
  onHandedOver,
  head,
}: {
  token: DialogToken;
  draft: SwapDraft;
  onDraft: (draft: SwapDraft) => void;
  /** Called when another dialog or page replaces the form. */
  onLeave: () => void;
  /** Called when the order was passed to the wallet. */
  onHandedOver?: () => void;
  /** Renders the balance and the price above the amount. */
  head: (rows: ReactNode) => ReactNode;
}) => {
  const { mint, symbol } = token;
  const { direction, amountText } = draft;
  const isBuy = direction === "buy";
  const user = useLocalUser();
  const wallet = user?.address ?? null;
  const { data: profile = null, isFetching: isProfileAsked } = useToken(mint);
  const newMint = profile?.newMint ?? null;
  const { data: balance = null } = useBalance(wallet);
  const { isFetching: areAccountsAsked } = useTokenAccounts(wallet, newMint);
  const { isFetching: areOldAsked } = useTokenAccounts(wallet, mint);
  const known = useTradableTokens(wallet, newMint);
  const tradable = user === null ? nothingHeld : known;
  const old = useTradableTokens(wallet, mint);
  const holding = tradable && newTokenUnits(tradable.units);
  const elsewhere = tradable?.elsewhere ?? 0n;
  const oldElsewhere = old?.elsewhere ?? 0n;
  const provider = useSwapProvider();
  const order = swapOrderOf(direction, amountText);
  const slippageBps = useStore(slippage);
  const { confirmed, local } = useSwapQuote(provider, profile, order, slippageBps);
  const seated = useSeatHolding(wallet, profile);
  const seatHolding = user === null ? tokenUnits(0n) : seated;
  const { problem, costs, ready } = assessSwap({
    direction,
    amountText,
    quote: confirmed,
    balance,
    holding,
    hasTokenAccount: tradable?.exists ?? null,
  });

  const fill = (next: TradeDirection, text: string) =>
    onDraft({ direction: next, amountText: text, hasMoved: false, wantsEntry: false });
  const write = (text: string) => fill(direction, text);
  const entry = isBuy && profile && seatHolding !== null ? poolEntry(profile, seatHolding, slippageBps) : null;
  // The cached value may be outdated: a purchase that has just ended changed it.
  const isFresh = !isProfileAsked && !areAccountsAsked && !areOldAsked;
  const wanted = draft.wantsEntry && isFresh ? entry : null;
  const wantedText = wanted && (wanted.kind === "buy" ? wanted.amountText : "");
  const fillIn = useEffectEvent(write);
  useEffect(() => {
    if (wantedText !== null) fillIn(wantedText);
  }, [wantedText]);
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    onLeave();
    // `inSol` marks the amount as one for the pool: on the curve the same text could mean another amount.
    flow.start({ kind: "trade", mint, direction, amountText, inSol: true, wantsEntry: false, stage, lamportsRequired });
  };
  const submit = () => {
    if (!ready || !costs || !provider) return;
    if (!mayOrder(direction, user ?? null, () => leaveFor("submit", null))) return;
    if (!wallet) {
      toast.error(texts.walletNotReady);
      return;
    }
    openSwapTransaction({ token, amountText, seen: ready, provider, wallet, lamportsRequired: costs.maxSpend });
    onHandedOver?.();
  };
  const pool = profile?.pool ?? null;
  const quote = confirmed?.kind === "quoted" ? confirmed : local;
  const max = isBuy ? affordableSol(balance, tradable?.exists ?? null) : null;
  const maxText = max === null ? null : capAmountInput(formatInputDown(max), maxSwapBuySol);
  const rate = profile?.conversionRate ?? null;
  const counted = seatHolding ?? (profile && needsNoSeat(profile.subscribeState) ? 0n : null);
  const sentence =
    profile && counted !== null
      ? seatSentence({
          token: profile,
          holding: counted,
          change: seatChange(quote?.amounts, rate, holding ?? 0n),
        })
      : null;
  const spare = sentence?.sellable && rate ? sentence.sellable * rate : 0n;
  const stays = typedNewTokens(holding !== null && spare > holding ? holding : spare);
  return (
    <Tabs label="Direction" value={direction} onChange={(next) => fill(next, "")} options={tradeSides}>
      <TradePanel
        notices={
          <>
            {draft.hasMoved ? <PriceMoved /> : null}
            {rate && old && old.units > 0n ? <ConvertOffer token={token} held={old.units} rate={rate} /> : null}
            {head(
              <>
                <MoneyRow name="You hold">{holding === null ? "…" : `${formatNewTokens(holding)} ${symbol}`}</MoneyRow>
                {pool ? (
                  <MoneyRow name={`Price of ${pricedTokens.toLocaleString("en")}`}>
                    <Sol lamports={poolValue(pool, newTokenUnits(pricedTokens * unitsPerNewToken))} />
                  </MoneyRow>
                ) : null}
              </>,
            )}
            <ElsewhereLine units={elsewhere}>
              {formatNewTokens(elsewhere)} {symbol}
            </ElsewhereLine>
            <ElsewhereLine units={oldElsewhere}>
              {formatAmount(oldElsewhere)} {symbol} (old)
            </ElsewhereLine>
          </>
        }
        amount={
          <AmountField
            text={amountText}
            heading={isBuy ? "You pay" : "You sell"}
            available={isBuy && balance !== null ? <Available lamports={balance} /> : null}
            unit={isBuy ? "SOL" : symbol}
            outcome={quote ? outcomeOf(quote.amounts, symbol) : null}
            wrong={
              problem && {
                words: swapProblemWords(problem),
                fixes:
                  problem.kind === "insufficientSol"
                    ? [
                        { label: "Deposit", act: () => leaveFor("open", problem.required) },
                        ...(maxText === null ? [] : [{ label: `Pay ${maxText} instead`, act: () => write(maxText) }]),
                      ]
                    : [],
              }
            }
            onChange={(text) => write(capAmountInput(text, isBuy ? maxSwapBuySol : maxSwapSellTokens))}
          />
        }
        quick={
          <QuickAmounts
            buys={isBuy ? quickSwapBuySol : null}
            unit="SOL"
            max={maxText}
            holding={holding}
            written={written}
            typed={amountText}
            onPick={write}
          />
        }
        entry={
          entry ? (
            <EntryRow
              offer={entry}
              onPick={write}
              onJoin={() => {
                onLeave();
                openJoin(token);
              }}
            />
          ) : isBuy && profile ? (
            <EntryRowLoading state={profile.subscribeState} />
          ) : null
        }
        seat={sentence}
        onStay={stays === "0" ? null : { amount: `${stays} ${symbol}`, act: () => write(stays) }}
        details={<SwapLines quote={quote} costs={costs} rates={pool} isBuy={isBuy} symbol={symbol} />}
        feeBps={pool && pool.liquidityBps + pool.creatorBps + pool.platformBps}
        impactBps={quote?.priceImpactBps ?? null}
        costly={pool && quote ? costlyOf(pool, quote) : null}
        price={isBuy ? <MostYouPay spend={costs?.maxSpend ?? null} riseBps={0} /> : null}
        disabled={!ready}
        onSubmit={submit}
      />
    </Tabs>
  );
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
  return <Outcome isCost={false} amount={amount} price={`${price} per ${pricedTokens.toLocaleString("en")}`} />;
};
