import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBalance } from "../../shared/queries/chain.ts";
import { configQuery } from "../../shared/queries/config.ts";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { localUserQuery } from "../../shared/queries/local-user.ts";
import { ownSeatsQuery } from "../../shared/queries/own-seats.ts";
import { NoticesPlaceholder, noticesHeight } from "./NoticesPlaceholder.tsx";
import { SeatAtRisk } from "./SeatAtRisk.tsx";
import { SetupCard } from "./SetupCard.tsx";

/**
 * Notices above the list: unfinished steps, and a seat at risk. Rendered together once loaded; `onPlaced` is called then, or when
 * loading takes longer.
 */
export const HomeNotices = ({ hasPanel, onPlaced }: { hasPanel: boolean; onPlaced: () => void }) => {
  const me = useQuery(localUserQuery);
  const user = me.data;
  const config = useQuery(configQuery);
  const balance = useBalance(user?.address ?? null);
  const seats = useQuery({ ...ownSeatsQuery, enabled: Boolean(user) });
  const isAnswered = Boolean(user) && ![me, config, balance, seats].some(isAwaited);
  // Stays true: later changes are shown at once, without the placeholder.
  const [isKnown, setKnown] = useState(isAnswered);
  if (isAnswered && !isKnown) setKnown(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = box.current;
    if (!isKnown || !shown) return;
    const seen = new ResizeObserver(() => noticesHeight.write(shown.offsetHeight));
    seen.observe(shown);
    return () => seen.disconnect();
  }, [isKnown]);
  const isPlaced = isKnown || (user === undefined && !isAwaited(me));
  const tellPlaced = useEffectEvent(onPlaced);
  useEffect(() => {
    if (isPlaced) tellPlaced();
  }, [isPlaced]);
  if (!isKnown) return <NoticesPlaceholder />;
  return (
    <div ref={box} className="flex flex-col gap-4 empty:hidden">
      <SetupCard />
      {hasPanel ? null : <SeatAtRisk />}
    </div>
  );
};
