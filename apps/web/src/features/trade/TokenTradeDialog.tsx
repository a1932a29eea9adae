import { maxBuyTokens, quickBuyTokens, quickSwapBuySol } from "@tribe/contract";
import { capAmountInput, formatExact, formatInputDown, sanitizeAmountInput, texts } from "@tribe/domain";
import { Button } from "@tribe/ui";
import { Tabs } from "@tribe/ui/tabs";
import { type FormEvent, useEffect, useState } from "react";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeDirection } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { openJoin } from "../../shared/openers.ts";
import { useBalance, useTokenAccounts } from "../../shared/queries/chain.ts";
import { useIsPaused } from "../../shared/queries/config.ts";
import { hasSocial, useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { useStore } from "../../shared/store.ts";
import { toast } from "../../shared/toast.ts";
import { EntryRow } from "../../shared/trading/EntryRow.tsx";
import { MoneyRow } from "../../shared/trading/MoneyRows.tsx";
import { PriceMoved } from "../../shared/trading/PriceMoved.tsx";
import { QuickAmounts } from "../../shared/trading/QuickAmounts.tsx";
import { SeatLine } from "../../shared/trading/SeatLine.tsx";
import { SlippageSetting } from "../../shared/trading/SlippageSetting.tsx";
import { slippage } from "../../shared/trading/slippage.ts";
import { TokenHead } from "../../shared/trading/TokenHead.tsx";
import { assessTrade } from "./assess.ts";
import { curveEntry } from "./curve-entry.ts";
import { FinalTokens } from "./FinalTokens.tsx";
import { onlyLeftWords } from "./problem-words.ts";
import { QuoteLines } from "./QuoteLines.tsx";
import { TradeAmount } from "./TradeAmount.tsx";

const sides = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

const written = { exact: formatExact, cut: formatInputDown };

/** Buy and Sell on the curve: an amount, what it costs or brings with each fee, what it makes of the seat, and Next. */
export const TokenTradeDialog = (props: DialogPropsByName["tokenTrade"]) => {
  const { token } = props;
  const { mint, symbol } = token;
  const [direction, setDirection] = useState<TradeDirection>(props.direction);
  const [amountText, setAmountText] = useState(props.amountText);
  const [wantsSol, setWantsSol] = useState(props.inSol);
  const [hasMoved, setHasMoved] = useState(props.priceMoved ?? false);
  const isBuy = direction === "buy";
  const inSol = wantsSol && isBuy;
  const close = useCloseThisDialog();
  const isPaused = useIsPaused();
  const user = useLocalUser();
  const address = user?.address ?? null;
  const { data: profile } = useToken(mint);
  const { data: balance } = useBalance(address);
  const { data: accounts } = useTokenAccounts(address, mint);
  const holding = accounts?.units ?? null;
  const slippageBps = useStore(slippage);
  useWatch(mint);

  const isMigrated = Boolean(profile?.newMint);
  useEffect(() => {
    // The curve has become a pool: what was wanted here goes on there.
    if (isMigrated) dialogs.open("tokenSwap", { token, direction, amountText: "" }, { replace: true });
  }, [isMigrated, token, direction]);

  const assessment = assessTrade({
    token: profile ?? null,
    direction,
    amountText,
    inSol,
    slippageBps,
    balance: balance ?? null,
    holding,
    hasTokenAccount: accounts?.exists ?? null,
    user: user ?? null,
  });
  const { problem, order, quote, onlyLeft } = assessment;
  const write = (text: string) => {
    setHasMoved(false);
    setAmountText(text);
  };
  const type = (text: string) => {
    const clean = sanitizeAmountInput(text);
    write(isBuy ? capAmountInput(clean, maxBuyTokens) : clean);
  };
  const turn = (next: TradeDirection) => {
    setDirection(next);
    write("");
  };
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    close();
    flow.start({ kind: "trade", mint, direction, amountText, inSol, stage, lamportsRequired });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!order || problem) return;
    if (isPaused) {
      toast.error(texts.systemPausedRefusal);
      return;
    }
    if (isBuy && user && !hasSocial(user)) return leaveFor("submit", null);
    dialogs.open(
      "tokenTradeV2Transaction",
      {
        title: `${isBuy ? "Buy" : "Sell"} ${symbol}`,
        description: `${isBuy ? "Buy" : "Sell"} ${token.name} on its curve`,
        token,
        order,
      },
      { replace: true },
    );
  };
  const change = quote ? (isBuy ? quote.tokens : -quote.tokens) : null;
  return (
    <DialogFrame title={`Trade ${token.name}`}>
      <Tabs label="Direction" value={direction} onChange={turn} options={sides}>
        <form onSubmit={submit} className="flex flex-col gap-4 pt-4">
          {hasMoved ? <PriceMoved /> : null}
          <TokenHead token={token} onLeave={close}>
            <MoneyRow name="Balance">{balance == null ? "…" : <Sol lamports={balance} />}</MoneyRow>
            <MoneyRow name="You hold">{holding === null ? "…" : <Tokens units={holding} symbol={symbol} />}</MoneyRow>
          </TokenHead>
          <TradeAmount
            text={amountText}
            symbol={symbol}
            inSol={inSol}
            problem={problem}
            onChange={type}
            onTurnUnit={isBuy ? () => setWantsSol(!inSol) : null}
            onDeposit={(required) => leaveFor("open", required)}
            onBuyAll={(tokens) => write(formatExact(tokens))}
          />
          {problem?.kind === "finalTokens" ? (
            <FinalTokens problem={problem} symbol={symbol} onPick={(units) => write(formatExact(units))} />
          ) : null}
          <QuickAmounts
            buys={isBuy ? (inSol ? quickSwapBuySol : quickBuyTokens) : null}
            unit={inSol ? "SOL" : ""}
            holding={holding}
            written={written}
            onPick={write}
          />
          {isBuy && profile && holding !== null ? (
            <EntryRow
              offer={curveEntry(profile, holding)}
              onPick={(text) => {
                setWantsSol(false);
                write(text);
              }}
              onJoin={() => {
                close();
                openJoin(token);
              }}
            />
          ) : null}
          {onlyLeft === null ? null : (
            <p role="status" className="text-sm text-muted">
              {onlyLeftWords(onlyLeft)}: you buy them all, and pay for no more.
            </p>
          )}
          {profile && holding !== null ? <SeatLine token={profile} holding={holding} change={change} /> : null}
          <QuoteLines assessment={assessment} isBuy={isBuy} symbol={symbol} />
          <SlippageSetting />
          <div className="sticky -bottom-5 -mx-5 -mb-5 bg-surface px-5 pt-2 pb-5">
            <Button look="main" type="submit" disabled={!order || Boolean(problem)} className="w-full">
              Next
            </Button>
          </div>
        </form>
      </Tabs>
    </DialogFrame>
  );
};
