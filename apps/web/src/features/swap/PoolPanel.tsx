import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { TradeBesideRoom } from "../../shared/trading/form/TradeBesideRoom.tsx";
import { poolVenue } from "./pool-venue.tsx";

/** The panel beside the chat that trades a migrated token. */
export const PoolPanel = (props: {
  token: DialogToken;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
}) => <TradeBesideRoom venue={poolVenue} {...props} />;
