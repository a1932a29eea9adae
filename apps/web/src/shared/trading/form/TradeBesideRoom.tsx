import { useState } from "react";
import type { DialogToken, TradeDirection } from "../../dialogs/names.ts";
import { tradeUnit } from "../amount/trade-unit.ts";
import { RecentTrades } from "../panel/RecentTrades.tsx";
import { TradeGround } from "../panel/TradePanel.tsx";
import { TradeForm } from "./TradeForm.tsx";
import { createDraft } from "./trade-draft.ts";
import type { TradeVenue } from "./venue.ts";

/** The trade panel in the page beside a chat, with the last trades. It stays when an order has gone to the wallet. */
export const TradeBesideRoom = ({
  venue,
  token,
  direction,
  onDirection,
}: {
  venue: TradeVenue;
  token: DialogToken;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
}) => {
  const [draft] = useState(() => createDraft({ wantsSol: venue.kind === "pool" || tradeUnit.wantsSol() }));
  return (
    <TradeGround value="page">
      <TradeForm
        venue={venue}
        token={token}
        direction={direction}
        onDirection={onDirection}
        draft={draft}
        onLeave={() => undefined}
        onHandedOver={() => draft.set((now) => ({ ...now, amountText: "", hasMoved: false }))}
      />
      <RecentTrades mint={token.mint} />
    </TradeGround>
  );
};
