import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useStore } from "../../../shared/state/store.ts";
import { type Listing, listedTokens, listingChangedAt } from "../../../shared/tokens/listing.ts";
import type { ListingQuery } from "../home-search.ts";
import { firstPageQuery, tokenListQuery } from "./queries.ts";

/** After this time the order counts as outdated. */
const oldAfterMs = 60_000;
const lookEveryMs = 5_000;

/** One listing with its tokens flattened, and whether its order is outdated. */
export const useListing = (wish: ListingQuery) => {
  const cache = useQueryClient();
  const options = useMemo(() => tokenListQuery(wish), [wish]);
  const list = useInfiniteQuery(options);
  const { data } = list;
  const tokens = useMemo(() => (data ? listedTokens(data) : []), [data]);
  const isOld = useIsOld(data?.pages[0]?.orderedAt ?? 0) && data !== undefined;
  const [isRenewing, setRenewing] = useState(false);
  const renew = useCallback(async () => {
    setRenewing(true);
    try {
      const page = await cache.fetchQuery(firstPageQuery(wish));
      // A page of the old order that is still loading would restore that order.
      await cache.cancelQueries({ queryKey: options.queryKey });
      cache.setQueryData<Listing>(options.queryKey, { pages: [page], pageParams: [""] });
    } catch {
      // The old order stays, still marked as outdated, and the button can be pressed again.
    } finally {
      setRenewing(false);
    }
  }, [cache, options, wish]);
  return { list, tokens, total: data?.pages[0]?.total ?? 0, isOld, isRenewing, renew };
};

const useIsOld = (orderedAt: number): boolean => {
  const changedAt = useStore(listingChangedAt);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") setNow(Date.now());
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now - orderedAt > oldAfterMs || changedAt > orderedAt;
};
