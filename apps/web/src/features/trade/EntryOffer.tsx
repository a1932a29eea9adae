import type { TokenProfile, TokenUnits } from "@tribe/contract";
import { memo } from "react";
import { EntryRow } from "../../shared/trading/seat/EntryRow.tsx";
import { curveEntry } from "./curve-entry.ts";

/** The effect of a buy on the curve on a seat. Memoised: it depends on the holding, not on the amount. */
export const EntryOffer = memo(function EntryOffer({
  token,
  holding,
  onPick,
  onJoin,
}: {
  token: TokenProfile;
  /** Base units. */
  holding: TokenUnits;
  onPick: (text: string) => void;
  onJoin: () => void;
}) {
  return <EntryRow offer={curveEntry(token, holding)} onPick={onPick} onJoin={onJoin} />;
});
