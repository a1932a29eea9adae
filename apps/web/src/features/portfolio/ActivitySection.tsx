import { useInfiniteQuery } from "@tanstack/react-query";
import { Button, classes, Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { earningsQuery } from "../earnings/index.ts";
import { ActivityLine } from "./ActivityLine.tsx";
import { type Activity, foldEarnings, mergeActivity, nextSource } from "./activity.ts";
import { EarnedDay } from "./EarnedDay.tsx";
import { ownTradesQuery, ownTransfersQuery } from "./queries.ts";
import { TransactionsFile } from "./TransactionsFile.tsx";

const skeletons = ["a", "b", "c"];
const kinds = ["all", "trades", "transfers", "earned"] as const;
type Kind = (typeof kinds)[number];
const names: Record<Kind, string> = { all: "All", trades: "Trades", transfers: "Transfers", earned: "Earned" };
const empty: Record<Kind, string> = {
  all: "Nothing yet. What you buy, sell, send, get and earn shows up here.",
  trades: "No trades yet. What you buy and sell shows up here.",
  transfers: "No transfers yet. What you send, and what people here send you, shows up here.",
  earned: "Nothing earned yet. A trade you earn from shows up here.",
};

/** The wallet's incoming and outgoing transactions, the newest first: all, or one kind. */
export const ActivitySection = () => {
  const [kind, setKind] = useState<Kind>("all");
  const isWanted = (one: Kind) => kind === "all" || kind === one;
  const trades = useInfiniteQuery({ ...ownTradesQuery, enabled: isWanted("trades") });
  const transfers = useInfiniteQuery({ ...ownTransfersQuery, enabled: isWanted("transfers") });
  const earnings = useInfiniteQuery({ ...earningsQuery, enabled: isWanted("earned") });
  const lists = [
    {
      kind: "trades" as const,
      query: trades,
      hasMore: !trades.data || trades.hasNextPage,
      items: (trades.data?.pages ?? []).flatMap((page) =>
        page.trades.map((trade): Activity => ({ kind: "trade", trade, blockTime: trade.blockTime })),
      ),
    },
    {
      kind: "transfers" as const,
      query: transfers,
      hasMore: !transfers.data || transfers.hasNextPage,
      items: (transfers.data?.pages ?? []).flatMap((page) =>
        page.transfers.map((transfer): Activity => ({ kind: "transfer", transfer, blockTime: transfer.blockTime })),
      ),
    },
    {
      kind: "earned" as const,
      query: earnings,
      hasMore: !earnings.data || earnings.hasNextPage,
      items: (earnings.data?.pages ?? []).flatMap((page) =>
        page.items.map((earning): Activity => ({ kind: "earning", earning, blockTime: earning.blockTime })),
      ),
    },
  ].filter((list) => isWanted(list.kind));
  const items = mergeActivity(lists);
  const next = lists[nextSource(lists)]?.query;
  const failed = lists.find(({ query }) => query.isError)?.query;
  const isLoading = lists.some(({ query }) => query.isPending);
  return (
    <section aria-label="Activity" className="flex flex-col gap-2">
      <h2 className="sr-only lg:not-sr-only lg:flex lg:min-h-16 lg:items-center lg:border-b lg:border-line lg:px-5 lg:text-sm lg:font-semibold">
        Activity
      </h2>
      <fieldset className="flex flex-wrap gap-1 lg:px-5 lg:pt-2">
        <legend className="sr-only">Show</legend>
        {kinds.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === kind}
            onClick={() => setKind(option)}
            className={classes(
              "min-h-8 rounded-control px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11",
              option === kind ? "bg-raised font-semibold" : "text-muted hover:text-text",
            )}
          >
            {names[option]}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-col lg:px-5 lg:pb-5">
        {failed ? <QueryError isPart error={failed.error} onRetry={() => void failed.refetch()} /> : null}
        {items.length > 0 ? (
          <ul className="flex flex-col">
            {foldEarnings(items, dayOf).map((row) =>
              row.kind === "event" ? (
                <li key={keyOf(row.activity)}>
                  <ActivityLine activity={row.activity} />
                </li>
              ) : (
                <li key={`earned ${row.day} ${row.earnings[0]?.mint}`}>
                  <EarnedDay earnings={row.earnings} />
                </li>
              ),
            )}
          </ul>
        ) : isLoading && !failed ? (
          <Loading label="Loading your activity">
            {skeletons.map((key) => (
              <Skeleton key={key} className="my-2 h-12" />
            ))}
          </Loading>
        ) : failed ? null : (
          <p className="py-2 text-sm text-muted">{empty[kind]}</p>
        )}
        {next?.data && !failed ? (
          <Button
            variant="ghost"
            small
            busy={next.isFetchingNextPage}
            className="self-center"
            onClick={() => void next.fetchNextPage()}
          >
            Show more
          </Button>
        ) : null}
        {items.length > 0 ? <TransactionsFile /> : null}
      </div>
    </section>
  );
};

/** A day of the person's own calendar. */
const dayOf = (blockTime: number): string => new Date(blockTime * 1_000).toDateString();

/** A trade of the person's own token is in the list twice, as trade and as earning: the kind is part of the key. */
const keyOf = (activity: Activity): string => {
  switch (activity.kind) {
    case "trade":
      return `trade ${activity.trade.signature} ${activity.trade.mint} ${activity.trade.kind}`;
    case "earning":
      return `earning ${activity.earning.signature} ${activity.earning.mint} ${activity.earning.kind}`;
    case "transfer":
      return `transfer ${activity.transfer.signature}`;
  }
};
