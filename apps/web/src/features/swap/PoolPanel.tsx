import { useState } from "react";
import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { RecentTrades } from "../../shared/trading/panel/RecentTrades.tsx";
import { TradeGround } from "../../shared/trading/panel/TradePanel.tsx";
import { type SwapDraft, SwapForm } from "./SwapForm.tsx";

/** The panel beside the chat that trades a migrated token. */
export const PoolPanel = ({
  token,
  direction,
  onDirection,
}: {
  token: DialogToken;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
}) => {
  const [draft, setDraft] = useState<SwapDraft>({ direction, amountText: "", wantsEntry: false, hasMoved: false });
  // The parent has changed the direction.
  if (draft.direction !== direction) setDraft({ direction, amountText: "", wantsEntry: false, hasMoved: false });
  return (
    <TradeGround value="page">
      <SwapForm
        token={token}
        draft={draft}
        onDraft={(next) => {
          setDraft(next);
          onDirection(next.direction);
        }}
        onLeave={() => undefined}
        onHandedOver={() => setDraft((now) => ({ ...now, amountText: "", hasMoved: false }))}
        head={(rows) => <dl className="text-sm">{rows}</dl>}
      />
      <RecentTrades mint={token.mint} />
    </TradeGround>
  );
};
