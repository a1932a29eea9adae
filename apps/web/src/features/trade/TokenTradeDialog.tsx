import { useState } from "react";
import { Tokens } from "../../shared/components/Sol.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName, TradeDirection } from "../../shared/dialogs/names.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { createStore } from "../../shared/state/store.ts";
import { tradeUnit } from "../../shared/trading/amount/trade-unit.ts";
import { MoneyRow } from "../../shared/trading/costs/MoneyRows.tsx";
import { TokenPicture } from "../../shared/trading/panel/TokenPicture.tsx";
import { CurveTrade } from "./CurveTrade.tsx";
import type { TradeDraft } from "./trade-draft.ts";

/** The trade panel of a token on its curve, as a dialog. */
export const TokenTradeDialog = (props: DialogPropsByName["tokenTrade"]) => {
  const { token, amountText, wantsEntry = false } = props;
  const [direction, setDirection] = useState<TradeDirection>(props.direction);
  // Kept above the frame, because rotating a phone mounts another one.
  const [draft] = useState(() =>
    createStore<TradeDraft>({
      amountText,
      // An amount keeps the unit that it was typed in.
      wantsSol: props.inSol || (amountText === "" && !wantsEntry && tradeUnit.wantsSol()),
      wantsEntry,
      hasMoved: props.priceMoved ?? false,
    }),
  );
  const close = useCloseThisDialog();
  useWatch(token.mint);
  return (
    <DialogFrame title="Trade" subject={token.name} picture={<TokenPicture token={token} onLeave={close} />}>
      <CurveTrade
        token={token}
        draft={draft}
        direction={direction}
        onDirection={setDirection}
        onLeave={close}
        // The trade continues in the pool.
        onMigrated={() =>
          dialogs.open(
            "tokenSwap",
            { token, direction, amountText: "", wantsEntry: draft.get().wantsEntry },
            { replace: true },
          )
        }
        head={(tradable) => (
          <dl className="text-sm">
            <MoneyRow name="You hold">
              {tradable === null ? "…" : <Tokens units={tradable.units} symbol={token.symbol} />}
            </MoneyRow>
          </dl>
        )}
      />
    </DialogFrame>
  );
};
