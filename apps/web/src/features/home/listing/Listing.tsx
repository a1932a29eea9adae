import type { TokenSort } from "@tribe/contract";
import { Button, EmptyState, useMediaQuery } from "@tribe/ui";
import { CloudOff, Flame, RefreshCw } from "@tribe/ui/icons";
import { useCallback, useEffect, useRef } from "react";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { openCreate } from "../../../shared/flow/openers.ts";
import { useCompanions } from "../../../shared/queries/companions.ts";
import { type HomeTab, type ListingQuery, sortNames } from "../home-search.ts";
import { RowsLoading } from "./RowsLoading.tsx";
import { TableHead } from "./TableHead.tsx";
import { TokenRows } from "./TokenRows.tsx";
import { useListing } from "./use-listing.ts";

const labelOf = ({ tab, sort, order }: ListingQuery): string =>
  `${tab === "migrated" ? "Migrated Tribes" : "Tribes"} by ${sortNames[sort].toLowerCase()}${order === "asc" ? ", lowest first" : ""}`;

/** A listing with its states: loading, offline, failed, empty, outdated. */
export const Listing = ({ wish, onSort }: { wish: ListingQuery; onSort: (sort: TokenSort) => void }) => {
  const { list, tokens, total, isOld, isRenewing, renew } = useListing(wish);
  const companions = useCompanions();
  const isWide = useMediaQuery("(min-width: 1024px)");
  const box = useRef<HTMLDivElement>(null);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const more = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError]);
  useEffect(() => {
    // Rows must not move under a finger, a pointer or the focus, nor while the person has scrolled down.
    const isInUse =
      box.current?.matches(":hover, :focus-within") || (document.getElementById("main")?.scrollTop ?? 0) > 0;
    if (isOld && !isInUse) void renew();
  }, [isOld, renew]);

  if (list.isPending)
    return list.fetchStatus === "paused" ? (
      <EmptyState icon={<CloudOff size={24} />} title="You're offline" message="The list loads when you reconnect." />
    ) : (
      <RowsLoading isWide={isWide} wish={wish} onSort={onSort} />
    );
  if (list.isError && !list.data) return <QueryError isPart error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div ref={box}>
      <p role="status" className="sr-only">
        {total === 1 ? "1 Tribe" : `${total} Tribes`}
      </p>
      {isOld && tokens.length > 0 ? (
        <div className="sticky top-2 z-20 flex lg:top-11 h-0 justify-center">
          <Button
            small
            busy={isRenewing}
            icon={<RefreshCw aria-hidden size={14} />}
            className="h-9 border border-line shadow-lift"
            onClick={() => {
              document.getElementById("main")?.scrollTo({ top: 0 });
              void renew();
            }}
          >
            Refresh ranking
          </Button>
        </div>
      ) : null}
      {tokens.length === 0 ? (
        <Nothing tab={wish.tab} />
      ) : (
        <div className="-mx-2">
          {isWide ? <TableHead wish={wish} onSort={onSort} /> : null}
          <TokenRows
            key={isWide ? "wide" : "narrow"}
            label={labelOf(wish)}
            isWide={isWide}
            tokens={tokens}
            companions={companions}
            total={total}
            hasMore={list.hasNextPage}
            onMore={more}
          />
        </div>
      )}
      {isFetchNextPageError ? <QueryError isPart error={list.error} onRetry={() => void fetchNextPage()} /> : null}
    </div>
  );
};

const Nothing = ({ tab }: { tab: HomeTab }) => {
  if (tab === "migrated")
    return (
      <EmptyState
        icon={<Flame size={24} />}
        title="No Tribe has migrated yet"
        message="A Tribe's token moves to a pool once 85 SOL have been paid in for it."
      />
    );
  return (
    <EmptyState icon={<Flame size={24} />} title="Be the first" message="There are no Tribes yet.">
      <Button onClick={() => openCreate()}>Create the first Tribe</Button>
    </EmptyState>
  );
};
