import { Link } from "@tanstack/react-router";
import { maxBuyTokens, type TokenUnits } from "@tribe/contract";
import { capAmountInput, formatAmount, formatInputUp, sanitizeAmountInput, texts } from "@tribe/domain";
import { Button, TextField } from "@tribe/ui";
import { Tabs } from "@tribe/ui/tabs";
import { type FormEvent, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeDirection } from "../../shared/dialogs/names.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { useBalance, useHolding } from "../../shared/queries/chain.ts";
import { useIsPaused } from "../../shared/queries/config.ts";
import { hasSocial, useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { useStore } from "../../shared/store.ts";
import { assessTrade, problemWords } from "./assess.ts";
import { QuickAmounts } from "./QuickAmounts.tsx";
import { QuoteLines } from "./QuoteLines.tsx";
import { SlippageSetting } from "./SlippageSetting.tsx";
import { slippage } from "./slippage.ts";

const sides = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/** Buy and Sell on the curve: an amount, what it costs or brings with each fee, and Next. */
export const TokenTradeDialog = (props: DialogPropsByName["tokenTrade"]) => {
  const { token } = props;
  const [direction, setDirection] = useState<TradeDirection>(props.direction);
  const [amountText, setAmountText] = useState(props.amountText);
  const [wantsSol, setWantsSol] = useState(props.inSol);
  const inSol = wantsSol && direction === "buy";
  const close = useCloseThisDialog();
  const isPaused = useIsPaused();
  const user = useLocalUser();
  const address = user?.address ?? null;
  const { data: profile } = useToken(token.mint);
  const { data: balance } = useBalance(address);
  const { data: holding } = useHolding(address, token.mint);
  const slippageBps = useStore(slippage);
  useWatch(token.mint);

  const state = assessTrade({
    token: profile ?? null,
    direction,
    amountText,
    inSol,
    slippageBps,
    balance: balance ?? null,
    holding: holding ?? null,
    user: user ?? null,
  });
  const { problem, order, quote } = state;
  const change = (text: string) => {
    const clean = sanitizeAmountInput(text);
    setAmountText(direction === "buy" ? capAmountInput(clean, maxBuyTokens) : clean);
  };
  const turn = (next: TradeDirection) => {
    setDirection(next);
    setAmountText("");
  };
  const leaveFor = (stage: "open" | "submit", lamportsRequired: bigint | null) => {
    close();
    flow.start({ kind: "trade", mint: token.mint, direction, amountText, inSol, stage, lamportsRequired });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!order || problem) return;
    if (isPaused) {
      toast.error(texts.systemPausedRefusal);
      return;
    }
    if (direction === "buy" && user && !hasSocial(user)) return leaveFor("submit", null);
    dialogs.open(
      "tokenTradeV2Transaction",
      {
        title: direction === "buy" ? `Buy ${token.symbol}` : `Sell ${token.symbol}`,
        description: `${direction === "buy" ? "Buy" : "Sell"} ${token.name} on its curve`,
        token,
        order,
      },
      { replace: true },
    );
  };
  const missing = entryMissing(profile?.tradeInfo.entryThresholdTokens, holding ?? 0n);
  const showsMinimum =
    direction === "buy" &&
    profile &&
    profile.subscribeState !== "chief" &&
    (profile.subscribeState !== "active" || missing > 0n);

  return (
    <DialogFrame title={`Trade ${token.name}`}>
      <Tabs label="Direction" value={direction} onChange={turn} options={sides}>
        <form onSubmit={submit} className="flex flex-col gap-4 pt-4">
          <div className="flex items-center gap-3">
            <Link
              to="/token/$mint"
              params={{ mint: token.mint }}
              onClick={close}
              aria-label={`Open ${token.name}`}
              className="rounded-card"
            >
              <PersonAvatar seed={token.mint} src={token.pfp} name="" size={44} shape="token" />
            </Link>
            <dl className="flex flex-1 flex-col text-sm">
              <Line name="Balance">{balance === undefined || balance === null ? "…" : <Sol lamports={balance} />}</Line>
              <Line name="You hold">
                {holding === undefined || holding === null ? "…" : `${formatAmount(holding)} ${token.symbol}`}
              </Line>
            </dl>
          </div>
          <TextField
            label="Amount"
            large
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={amountText}
            onChange={(event) => change(event.target.value)}
            suffix={
              direction === "buy" ? (
                <Button
                  small
                  look="plain"
                  aria-label={inSol ? `SOL: change to ${token.symbol}` : `${token.symbol}: change to SOL`}
                  onClick={() => setWantsSol(!inSol)}
                >
                  {inSol ? "SOL" : token.symbol}
                </Button>
              ) : (
                token.symbol
              )
            }
            error={
              problem ? (
                <span className="flex flex-wrap items-center gap-x-3">
                  {problemWords(problem, token.symbol)}
                  {problem.kind === "insufficientSol" ? (
                    <button
                      type="button"
                      className="min-h-8 font-medium underline underline-offset-2 pointer-coarse:min-h-11"
                      onClick={() => leaveFor("open", problem.required)}
                    >
                      Deposit
                    </button>
                  ) : null}
                  {problem.kind === "onlyLeft" ? (
                    <button
                      type="button"
                      className="min-h-8 font-medium underline underline-offset-2 pointer-coarse:min-h-11"
                      onClick={() => setAmountText(formatInputUp(problem.tokens))}
                    >
                      Buy them all
                    </button>
                  ) : null}
                </span>
              ) : undefined
            }
          />
          <QuickAmounts direction={direction} inSol={inSol} holding={holding ?? null} onPick={setAmountText} />
          {showsMinimum && missing > 0n ? (
            <Button
              small
              onClick={() => {
                setWantsSol(false);
                setAmountText(formatInputUp(missing));
              }}
            >
              Buy min. to enter chat
            </Button>
          ) : null}
          <QuoteLines direction={direction} quote={quote} order={order} symbol={token.symbol} inSol={inSol} />
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

const entryMissing = (threshold: TokenUnits | undefined, held: bigint): bigint =>
  threshold === undefined || held >= threshold ? 0n : threshold - held;

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
