import type { DialogToken, TradeDirection } from "../../shared/dialogs/names.ts";
import { TradeBesideRoom } from "../../shared/trading/form/TradeBesideRoom.tsx";
import { curveVenue } from "./curve-venue.tsx";

/** The panel beside the chat that trades a token on its curve. */
export const CurvePanel = (props: {
  token: DialogToken;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
}) => <TradeBesideRoom venue={curveVenue} {...props} />;
