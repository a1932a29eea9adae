import { maxSwapBuySol, maxSwapSellTokens, newTokenUnits, quickSwapBuySol, type TokenProfile } from "@tribe/contract";
import { capAmountInput, formatAmount, hasSocial, poolValue, type SwapAmounts, texts } from "@tribe/domain";
import { Tabs } from "@tribe/ui/tabs";
import { type FormEvent, useEffect } from "react";
import { Sol } from "../../shared/components/Sol.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { openJoin } from "../../shared/openers.ts";
import { useBalance, useSeatHolding, useTokenAccounts } from "../../shared/queries/chain.ts";
import { useIsPaused } from "../../shared/queries/config.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/store.ts";
import { toast } from "../../shared/toast.ts";
import { AmountField } from "../../shared/trading/AmountField.tsx";
import { ElsewhereLine } from "../../shared/trading/ElsewhereLine.tsx";
import { EntryRow } from "../../shared/trading/EntryRow.tsx";
import { MoneyRow } from "../../shared/trading/MoneyRows.tsx";
import { NextButton } from "../../shared/trading/NextButton.tsx";
import { exactNewTokens, formatNewTokens, typedNewTokens } from "../../shared/trading/new-tokens.ts";
import { PriceMoved } from "../../shared/trading/PriceMoved.tsx";
import { QuickAmounts } from "../../shared/trading/QuickAmounts.tsx";
import { SeatLine } from "../../shared/trading/SeatLine.tsx";
import { SlippageSetting } from "../../shared/trading/SlippageSetting.tsx";
import { slippage } from "../../shared/trading/slippage.ts";
import { TokenHead } from "../../shared/trading/TokenHead.tsx";
import { useTradableTokens } from "../../shared/trading/use-tradable-tokens.ts";
import { assessSwap, swapOrderOf } from "./assess-swap.ts";
import { ConvertOffer } from "./ConvertOffer.tsx";
import { openSwapTransaction } from "./open-swap-transaction.ts";
import { poolEntry } from "./pool-entry.ts";
import { SwapLines } from "./SwapLines.tsx";
import { swapProblemWords } from "./swap-words.ts";
import { useSwapProvider, useSwapQuote } from "./use-swap-quote.ts";

const sides = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/** So many new tokens have a price that can be read: one opens at some 40 lamports. */
const pricedTokens = 1_000n;
const unitsPerNewToken = 1_000_000n;

const written = { exact: exactNewTokens, cut: typedNewTokens };

/** What is typed; kept above the frame, because turning a phone draws another one. */
export interface SwapDraft {
  readonly direction: TradeDirection;
  readonly amountText: string;
  /** The amount that brings a seat is filled in once it is known; whatever is typed comes before it. */
  readonly wantsEntry: boolean;
  /** Nothing was typed since the price moved too far. */
  readonly hasMoved: boolean;
}

/** The amount, its quote, and Next. */
export const SwapForm = ({
  token,
  draft,
  onDraft,
}: {
  token: DialogToken;
  draft: SwapDraft;
  onDraft: (draft: SwapDraft) => void;
}) => {
  const { mint, symbol } = token;
  const { direction, amountText } = draft;
  const isBuy = direction === "buy";
  const close = useCloseThisDialog();
  const isPaused = useIsPaused();
  const user = useLocalUser();
  const wallet = user?.address ?? null;
  const { data: profile = null, isFetching: isProfileAsked } = useToken(mint);
  const newMint = profile?.newMint ?? null;
  const { data: balance = null } = useBalance(wallet);
  const { isFetching: areAccountsAsked } = useTokenAccounts(wallet, newMint);
  const { isFetching: areOldAsked } = useTokenAccounts(wallet, mint);
  const tradable = useTradableTokens(wallet, newMint);
  const old = useTradableTokens(wallet, mint);
  const holding = tradable && newTokenUnits(tradable.units);
  const elsewhere = tradable?.elsewhere ?? 0n;
  const oldElsewhere = old?.elsewhere ?? 0n;
  const provider = useSwapProvider();
  const order = swapOrderOf(direction, amountText);
  const slippageBps = useStore(slippage);
  const { confirmed, local } = useSwapQuote(provider, profile, order, slippageBps);
  const seatHolding = useSeatHolding(wallet, profile);
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
  // What was known before may be old: a purchase that has just ended changed it.
  const isFresh = !isProfileAsked && !areAccountsAsked && !areOldAsked;
  const wanted = draft.wantsEntry && isFresh ? entry : null;
  useEffect(() => {
    if (wanted) write(wanted.kind === "buy" ? wanted.amountText : "");
  });
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    close();
    // `inSol` marks an amount as the swap's: on the curve the same figure would mean something else.
    flow.start({ kind: "trade", mint, direction, amountText, inSol: true, wantsEntry: false, stage, lamportsRequired });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || !costs || !provider) return;
    if (isPaused) {
      toast.error(texts.systemPausedRefusal);
      return;
    }
    if (!wallet) {
      toast.error(texts.walletNotReady);
      return;
    }
    if (isBuy && user && !hasSocial(user)) return leaveFor("submit", null);
    openSwapTransaction({ token, amountText, seen: ready, provider, wallet, lamportsRequired: costs.most });
  };
  const pool = profile?.pool ?? null;
  const quote = confirmed?.kind === "quoted" ? confirmed : local;
  return (
    <Tabs label="Direction" value={direction} onChange={(next) => fill(next, "")} options={sides}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-4">
        {draft.hasMoved ? <PriceMoved /> : null}
        {profile?.conversionRate && old && old.units > 0n ? (
          <ConvertOffer token={token} held={old.units} rate={profile.conversionRate} />
        ) : null}
        <TokenHead token={token} onLeave={close}>
          <MoneyRow name="Balance">{balance === null ? "…" : <Sol lamports={balance} />}</MoneyRow>
          <MoneyRow name="You hold">{holding === null ? "…" : `${formatNewTokens(holding)} ${symbol}`}</MoneyRow>
          {pool ? (
            <MoneyRow name={`Price of ${pricedTokens.toLocaleString("en")}`}>
              <Sol lamports={poolValue(pool, newTokenUnits(pricedTokens * unitsPerNewToken))} />
            </MoneyRow>
          ) : null}
        </TokenHead>
        <ElsewhereLine units={elsewhere}>
          {formatNewTokens(elsewhere)} {symbol}
        </ElsewhereLine>
        <ElsewhereLine units={oldElsewhere}>
          {formatAmount(oldElsewhere)} {symbol} (old)
        </ElsewhereLine>
        <AmountField
          text={amountText}
          unit={isBuy ? "SOL" : symbol}
          wrong={
            problem && {
              words: swapProblemWords(problem),
              mend:
                problem.kind === "insufficientSol"
                  ? { label: "Deposit", act: () => leaveFor("open", problem.required) }
                  : null,
            }
          }
          onChange={(text) => write(capAmountInput(text, isBuy ? maxSwapBuySol : maxSwapSellTokens))}
        />
        <QuickAmounts
          buys={isBuy ? quickSwapBuySol : null}
          unit="SOL"
          holding={holding}
          written={written}
          onPick={write}
        />
        {entry ? (
          <EntryRow
            offer={entry}
            onPick={write}
            onJoin={() => {
              close();
              openJoin(token);
            }}
          />
        ) : null}
        {profile && seatHolding !== null ? (
          <SeatLine
            token={profile}
            holding={seatHolding}
            change={seatChange(quote?.amounts, profile)}
            // In new tokens, as everything else here.
            shown={(units) => formatNewTokens(units * (profile.conversionRate ?? 0n))}
          />
        ) : null}
        <SwapLines quote={quote} costs={costs} rates={pool} isBuy={isBuy} symbol={symbol} />
        <SlippageSetting />
        <NextButton disabled={!ready} />
      </form>
    </Tabs>
  );
};

/** What a swap changes of the holding that counts for a seat, in old base units, rounded down. */
const seatChange = (amounts: SwapAmounts | undefined, { conversionRate: rate }: TokenProfile): bigint | null => {
  if (!amounts || !rate) return null;
  return amounts.direction === "buy" ? amounts.output / rate : -(amounts.input / rate) - 1n;
};
