import {
  type Lamports,
  type LocalUser,
  maxBuyTokens,
  quickBuyTokens,
  quickSwapBuySol,
  type TokenProfile,
  tokenUnits,
} from "@tribe/contract";
import { capAmountInput, formatExact, formatInputDown, hasSocial, texts } from "@tribe/domain";
import { type FormEvent, type ReactNode, useCallback } from "react";
import { Tokens } from "../../shared/components/Sol.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { openJoin } from "../../shared/openers.ts";
import { type Store, useStore } from "../../shared/store.ts";
import { toast } from "../../shared/toast.ts";
import { onlyLeftWords } from "../../shared/trading/amount-words.ts";
import { ElsewhereLine } from "../../shared/trading/ElsewhereLine.tsx";
import { NextButton } from "../../shared/trading/NextButton.tsx";
import { PriceMoved } from "../../shared/trading/PriceMoved.tsx";
import { QuickAmounts } from "../../shared/trading/QuickAmounts.tsx";
import { SeatLine } from "../../shared/trading/SeatLine.tsx";
import { SlippageSetting } from "../../shared/trading/SlippageSetting.tsx";
import { slippage } from "../../shared/trading/slippage.ts";
import type { TradableTokens } from "../../shared/trading/tradable-tokens.ts";
import { assessTrade } from "./assess.ts";
import { EntryOffer } from "./EntryOffer.tsx";
import { FinalTokens } from "./FinalTokens.tsx";
import { QuoteLines } from "./QuoteLines.tsx";
import { TradeAmount } from "./TradeAmount.tsx";
import type { TradeDraft } from "./trade-draft.ts";

const written = { exact: formatExact, cut: formatInputDown };

/**
 * The amount with all that follows from it. It is drawn anew with every key, so that what does not follow from the amount
 * stands in parts that are remembered, or comes from above.
 */
export const TradeForm = ({
  token,
  direction,
  draft,
  profile,
  balance,
  tradable,
  user,
  isPaused,
  onLeave,
  head,
}: {
  token: DialogToken;
  direction: TradeDirection;
  draft: Store<TradeDraft>;
  /** Null until known, as what follows. */
  profile: TokenProfile | null;
  balance: Lamports | null;
  tradable: TradableTokens | null;
  user: LocalUser | null;
  isPaused: boolean;
  onLeave: () => void;
  /** What stands above the amount. */
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
  const { problem, order, quote, onlyLeft } = assessment;

  const write = useCallback(
    (text: string) => draft.set((now) => ({ ...now, amountText: text, hasMoved: false, wantsEntry: false })),
    [draft],
  );
  const turnUnit = useCallback(
    () => draft.set((now) => ({ ...now, wantsSol: !now.wantsSol, wantsEntry: false })),
    [draft],
  );
  const pickEntry = useCallback(
    (text: string) => draft.set({ amountText: text, wantsSol: false, hasMoved: false, wantsEntry: false }),
    [draft],
  );
  const join = useCallback(() => {
    onLeave();
    openJoin(token);
  }, [onLeave, token]);
  const type = (text: string) => write(isBuy ? capAmountInput(text, maxBuyTokens) : text);
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    onLeave();
    flow.start({ kind: "trade", mint, direction, amountText, inSol, wantsEntry: false, stage, lamportsRequired });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!order || problem) return;
    if (isPaused) {
      toast.error(texts.systemPausedRefusal);
      return;
    }
    if (isBuy && user && !hasSocial(user)) return leaveFor("submit", null);
    const title = `${isBuy ? "Buy" : "Sell"} ${symbol}`;
    const description = `${isBuy ? "Buy" : "Sell"} ${token.name} on its curve`;
    dialogs.open("tokenTradeV2Transaction", { title, description, token, order }, { replace: true });
  };
  const change = quote ? (isBuy ? quote.tokens : -quote.tokens) : null;

  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-4">
      {hasMoved ? <PriceMoved /> : null}
      {head}
      <ElsewhereLine units={elsewhere}>
        <Tokens units={elsewhere} symbol={symbol} />
      </ElsewhereLine>
      <TradeAmount
        text={amountText}
        symbol={symbol}
        inSol={inSol}
        problem={problem}
        onChange={type}
        onTurnUnit={isBuy ? turnUnit : null}
        onDeposit={(required) => leaveFor("open", required)}
        onBuyAll={(tokens) => write(formatExact(tokens))}
      />
      {problem?.kind === "finalTokens" ? (
        <FinalTokens
          problem={problem}
          symbol={symbol}
          hasInviter={(profile?.referralBonus ?? 0n) > 0n}
          onPick={(units) => write(formatExact(units))}
        />
      ) : null}
      <QuickAmounts
        buys={isBuy ? (inSol ? quickSwapBuySol : quickBuyTokens) : null}
        unit={inSol ? "SOL" : ""}
        holding={holding}
        written={written}
        onPick={write}
      />
      {isBuy && profile && seatHolding !== null ? (
        <EntryOffer token={profile} holding={seatHolding} onPick={pickEntry} onJoin={join} />
      ) : null}
      {onlyLeft === null ? null : (
        <p role="status" className="text-sm text-muted">
          {onlyLeftWords(onlyLeft)}: you buy them all, and pay for no more.
        </p>
      )}
      {profile && seatHolding !== null ? <SeatLine token={profile} holding={seatHolding} change={change} /> : null}
      <QuoteLines assessment={assessment} isBuy={isBuy} symbol={symbol} />
      <SlippageSetting />
      <NextButton disabled={!order || Boolean(problem)} />
    </form>
  );
};
