import { Button, EmptyState, useMediaQuery } from "@tribe/ui";
import { CloudOff, Flame, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { openCreate } from "../../shared/flow/openers.ts";
import type { HomeTab, RankingWindow } from "./home-search.ts";
import { RowsLoading } from "./RowsLoading.tsx";
import { TableHead } from "./TableHead.tsx";
import { useListing } from "./use-listing.ts";
import { VirtualList } from "./VirtualList.tsx";

const labels: Record<HomeTab, string> = { leaderboard: "Tribes by volume", migrated: "Migrated Tribes by volume" };

/** The list of one tab and window, in every state that it can be in. */
export const Listing = ({ tab, window, search }: { tab: HomeTab; window: RankingWindow; search: string }) => {
  const { list, tokens, total, isOld, isRenewing, renew } = useListing(tab, window, search);
  const isWide = useMediaQuery("(min-width: 1024px)");
  const box = useRef<HTMLDivElement>(null);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const more = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError]);
  useEffect(() => {
    // Rows never move under a finger, a pointer or the focus, nor while somebody reads further down.
    const isInUse =
      box.current?.matches(":hover, :focus-within") || (document.getElementById("main")?.scrollTop ?? 0) > 0;
    if (isOld && !isInUse) void renew();
  }, [isOld, renew]);

  if (list.isPending)
    return list.fetchStatus === "paused" ? (
      <EmptyState icon={<CloudOff size={24} />} title="You're offline" message="The list loads when you reconnect." />
    ) : (
      <RowsLoading isWide={isWide} />
    );
  if (list.isError && !list.data) return <QueryError error={list.error} onRetry={() => void list.refetch()} />;
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
        <Nothing tab={tab} search={search} />
      ) : (
        <div className="-mx-2">
          {isWide ? <TableHead /> : null}
          <VirtualList
            key={isWide ? "wide" : "narrow"}
            label={labels[tab]}
            isWide={isWide}
            tokens={tokens}
            total={total}
            hasMore={list.hasNextPage}
            onMore={more}
          />
        </div>
      )}
      {isFetchNextPageError ? <QueryError error={list.error} onRetry={() => void fetchNextPage()} /> : null}
    </div>
  );
};

const Nothing = ({ tab, search }: { tab: HomeTab; search: string }) => {
  if (search) return <EmptyState title={`No Tribe matches “${search}”`} message="Try a shorter name or the symbol." />;
  if (tab === "migrated")
    return (
      <EmptyState
        icon={<Flame size={24} />}
        title="No Tribe has migrated yet"
        message="A token moves to a liquidity pool once its curve holds 85 SOL."
      />
    );
  return (
    <EmptyState icon={<Flame size={24} />} title="Be the first" message="There are no Tribes yet.">
      <Button onClick={() => openCreate()}>Create the first Tribe</Button>
    </EmptyState>
  );
};
