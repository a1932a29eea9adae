import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { DeferUntilIdle } from "../../../shared/components/DeferUntilIdle.tsx";
import { livesQuery } from "../../../shared/live/lives.ts";

const LiveStrip = lazy(() => import("./LiveStrip.tsx").then((m) => ({ default: m.LiveStrip })));

/** How long the list of live sessions counts as current, in ms; longer than its refetch interval. */
const maxAge = 90_000;

/**
 * Whether Tribes were live when Home was opened. Sessions that begin later have a mark in the list and a card beside it: cards
 * above the list would move it under a finger.
 */
export const useHadLives = (): boolean => {
  const cache = useQueryClient();
  return useState(() => {
    const known = cache.getQueryState(livesQuery.queryKey);
    return (known?.data?.length ?? 0) > 0 && Date.now() - (known?.dataUpdatedAt ?? 0) < maxAge;
  })[0];
};

/** Reserves the strip's height from the first render on; index.html reserves the same before the script runs. */
export const LiveStripPlace = () => (
  <div className="h-27 lg:h-30">
    <DeferUntilIdle turn={1}>
      <Suspense>
        <LiveStrip />
      </Suspense>
    </DeferUntilIdle>
  </div>
);
