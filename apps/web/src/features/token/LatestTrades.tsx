import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TokenProfile, TradePoint } from "@tribe/contract";
import { tradeCursor } from "@tribe/domain/chart";
import { amountsOf, pricesOf, shortenAddress } from "@tribe/domain/money";
import { Amount, Button, Loading, Skeleton } from "@tribe/ui";
import { ArrowDownRight, ArrowUpRight } from "@tribe/ui/icons";
import { useState } from "react";
import { ExplorerIconLink } from "../../shared/components/ExplorerIconLink.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { Sol } from "../../shared/components/Sol.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { historyQuery } from "../../shared/queries/history.ts";
import { useOlderTrades } from "./use-older-trades.ts";

const firstCount = 12;
const step = 50;
const skeletons = ["a", "b", "c", "d", "e", "f"];

/** The newest trades, updated in real time. */
export const LatestTrades = ({ token }: { token: TokenProfile }) => {
  const history = useQuery(historyQuery(token.mint));
  const [count, setCount] = useState(firstCount);
  const older = useOlderTrades(token.mint, 1);
  const trades = history.data?.trades ?? [];
  const showMore = () => {
    setCount(count + step);
    if (count + step > trades.length) older.begin(true);
  };
  return (
    <section aria-labelledby="trades-heading" className="flex flex-col gap-2 border-t border-line pt-5">
      <h2 id="trades-heading" className="text-sm font-semibold">
        Latest trades
      </h2>
      {history.isPending ? (
        <Loading label="Loading trades">
          {skeletons.map((key) => (
            <Skeleton key={key} className="my-1 h-10" />
          ))}
        </Loading>
      ) : !history.data && history.isError ? (
        <QueryError isPart error={history.error} onRetry={() => void history.refetch()} />
      ) : trades.length === 0 ? (
        <p className="text-sm text-muted">No trades yet. The first one sets the pace.</p>
      ) : (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {trades.slice(0, count).map((trade) => (
              <li key={tradeCursor(trade)}>
                <TradeLine trade={trade} token={token} />
              </li>
            ))}
          </ul>
          {trades.length > count || history.data?.hasOlder ? (
            <Button variant="ghost" small busy={older.isLoading} className="self-center" onClick={showMore}>
              Show more
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
};

const TradeLine = ({ trade, token }: { trade: TradePoint; token: TokenProfile }) => {
  const isSell = trade.kind === "sell";
  const prices = pricesOf(token);
  return (
    <div className="flex min-h-12 items-center gap-2 text-sm @lg:gap-3">
      <span className={`flex w-16 shrink-0 items-center gap-1 ${isSell ? "text-down" : "text-up"}`}>
        {isSell ? <ArrowDownRight aria-hidden size={14} /> : <ArrowUpRight aria-hidden size={14} />}
        {trade.kind === "create" ? "Create" : isSell ? "Sell" : "Buy"}
      </span>
      <span className="flex min-w-0 flex-1 flex-col @lg:flex-row @lg:gap-3">
        <Amount text={amountsOf(token).plain(trade.amount)} unit={token.symbol} />
        <span className="whitespace-nowrap text-muted">
          at <Sol lamports={prices.shown(trade.unitPrice)} /> {prices.per}
        </span>
      </span>
      <Link
        to="/user/$address"
        params={{ address: trade.trader }}
        className="hidden min-h-11 items-center text-muted underline-offset-2 hover:underline @lg:flex"
      >
        {shortenAddress(trade.trader)}
      </Link>
      <TimeAgo
        at={trade.blockTime * 1_000}
        className="shrink-0 text-right whitespace-nowrap @lg:w-20 text-xs text-muted"
      />
      <ExplorerIconLink signature={trade.signature} />
    </div>
  );
};
