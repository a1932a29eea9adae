import { tokenUnits } from "@tribe/contract";
import { Tabs } from "@tribe/ui/tabs";
import { useCallback, useEffect, useState } from "react";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeDirection } from "../../shared/dialogs/names.ts";
import { useBalance, useTokenAccounts } from "../../shared/queries/chain.ts";
import { useIsPaused } from "../../shared/queries/config.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { createStore } from "../../shared/store.ts";
import { MoneyRow } from "../../shared/trading/MoneyRows.tsx";
import { TokenHead } from "../../shared/trading/TokenHead.tsx";
import { useTradableTokens } from "../../shared/trading/use-tradable-tokens.ts";
import { curveEntry } from "./curve-entry.ts";
import { TradeForm } from "./TradeForm.tsx";
import type { TradeDraft } from "./trade-draft.ts";

const sides = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/**
 * Buy and Sell on the curve: an amount, what it costs or brings with each fee, what it makes of the seat, and Next. Frame,
 * tabs and head are drawn here, for they don't change with the amount; a key draws the form alone.
 */
export const TokenTradeDialog = (props: DialogPropsByName["tokenTrade"]) => {
  const { token } = props;
  const { mint, symbol } = token;
  const [direction, setDirection] = useState<TradeDirection>(props.direction);
  // Above the frame, because turning a phone draws another one.
  const [draft] = useState(() =>
    createStore<TradeDraft>({
      amountText: props.amountText,
      wantsSol: props.inSol,
      wantsEntry: props.wantsEntry ?? false,
      hasMoved: props.priceMoved ?? false,
    }),
  );
  const close = useCloseThisDialog();
  const isPaused = useIsPaused();
  const user = useLocalUser() ?? null;
  const address = user?.address ?? null;
  const { data: profile = null, isFetching: isProfileAsked } = useToken(mint);
  const { data: balance = null } = useBalance(address);
  const { isFetching: areAccountsAsked } = useTokenAccounts(address, mint);
  const tradable = useTradableTokens(address, mint);
  const holding = tradable?.units ?? null;
  const seatHolding = tradable && tokenUnits(tradable.units + tradable.elsewhere);
  // What was known before may be old: a purchase that has just ended changed it.
  const isFresh = !isProfileAsked && !areAccountsAsked;
  useWatch(mint);
  const isMigrated = Boolean(profile?.newMint);
  useEffect(() => {
    // The curve has become a pool: what was wanted here goes on there.
    const { wantsEntry } = draft.get();
    if (isMigrated) dialogs.open("tokenSwap", { token, direction, amountText: "", wantsEntry }, { replace: true });
  }, [isMigrated, token, direction, draft]);
  useEffect(() => {
    if (!isFresh || !profile || isMigrated || seatHolding === null || !draft.get().wantsEntry) return;
    const offer = curveEntry(profile, seatHolding);
    draft.set((now) => ({ ...now, amountText: offer.kind === "buy" ? offer.amountText : "", wantsEntry: false }));
  }, [isFresh, profile, isMigrated, seatHolding, draft]);

  const turn = useCallback(
    (next: TradeDirection) => {
      setDirection(next);
      draft.set((now) => ({ ...now, amountText: "", hasMoved: false, wantsEntry: false }));
    },
    [draft],
  );
  return (
    <DialogFrame title={`Trade ${token.name}`}>
      <Tabs label="Direction" value={direction} onChange={turn} options={sides}>
        <TradeForm
          token={token}
          direction={direction}
          draft={draft}
          profile={profile}
          balance={balance}
          tradable={tradable}
          user={user}
          isPaused={isPaused}
          onLeave={close}
          head={
            <TokenHead token={token} onLeave={close}>
              <MoneyRow name="Balance">{balance === null ? "…" : <Sol lamports={balance} />}</MoneyRow>
              <MoneyRow name="You hold">{holding === null ? "…" : <Tokens units={holding} symbol={symbol} />}</MoneyRow>
            </TokenHead>
          }
        />
      </Tabs>
    </DialogFrame>
  );
};
