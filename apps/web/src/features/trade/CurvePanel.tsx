import { useState } from "react";
import { Tokens } from "../../shared/components/Sol.tsx";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { createStore } from "../../shared/state/store.ts";
import { tradeUnit } from "../../shared/trading/amount/trade-unit.ts";
import { MoneyRow } from "../../shared/trading/costs/MoneyRows.tsx";
import { RecentTrades } from "../../shared/trading/panel/RecentTrades.tsx";
import { TradeGround } from "../../shared/trading/panel/TradePanel.tsx";
import { CurveTrade } from "./CurveTrade.tsx";
import type { TradeDraft } from "./trade-draft.ts";

/** The panel beside the chat that trades a token on its curve. */
export const CurvePanel = ({
  token,
  direction,
  onDirection,
}: {
  token: DialogToken;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
}) => {
  const [draft] = useState(() =>
    createStore<TradeDraft>({ amountText: "", wantsSol: tradeUnit.wantsSol(), wantsEntry: false, hasMoved: false }),
  );
  const stay = () => undefined;
  return (
    <TradeGround value="page">
      <CurveTrade
        token={token}
        draft={draft}
        direction={direction}
        onDirection={onDirection}
        onLeave={stay}
        onHandedOver={() => draft.set((now) => ({ ...now, amountText: "", hasMoved: false }))}
        // Nothing to do here: the parent then shows the pool's panel.
        onMigrated={stay}
        head={(tradable) => (
          <dl className="text-sm">
            <MoneyRow name="You hold">
              {tradable === null ? "…" : <Tokens units={tradable.units} symbol={token.symbol} />}
            </MoneyRow>
          </dl>
        )}
      />
      <RecentTrades mint={token.mint} />
    </TradeGround>
  );
};
