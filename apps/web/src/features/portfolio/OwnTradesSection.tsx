import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Amount, Button, Loading, Skeleton } from "@tribe/ui";
import { ExplorerIconLink } from "../../shared/components/ExplorerIconLink.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { Sol, Tokens } from "../../shared/components/Sol.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { formatNewTokens } from "../../shared/trading/amount/new-tokens.ts";
import { type OwnTrade, ownTradesQuery } from "./queries.ts";

const skeletons = ["a", "b", "c"];
const verbs: Record<OwnTrade["kind"], string> = { create: "First buy of", buy: "Bought", sell: "Sold" };

/** What the person bought and sold, the newest first, with what each trade cost or brought. */
export const OwnTradesSection = () => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(ownTradesQuery);
  const trades = data?.pages.flatMap((page) => page.trades);
  return (
    <section aria-labelledby="own-trades-heading" className="flex flex-col gap-2 border-t border-line pt-6">
      <h2 id="own-trades-heading" className="font-display text-lg font-semibold">
        Your trades
      </h2>
      {trades ? (
        trades.length === 0 ? (
          <p className="text-sm text-muted">No trades yet. Each one shows up here with what you paid or got.</p>
        ) : (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {trades.map((trade) => (
                <li key={`${trade.signature} ${trade.mint} ${trade.kind}`}>
                  <OwnTradeLine trade={trade} />
                </li>
              ))}
            </ul>
            <p className="text-xs text-muted">Trade fees included, network fees not.</p>
          </>
        )
      ) : error ? (
        <QueryError error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your trades">
          {skeletons.map((key) => (
            <Skeleton key={key} className="my-2 h-12" />
          ))}
        </Loading>
      )}
      {isFetchNextPageError ? <QueryError error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !isFetchNextPageError ? (
        <Button
          look="quiet"
          small
          busy={isFetchingNextPage}
          className="self-center"
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </section>
  );
};

const OwnTradeLine = ({ trade }: { trade: OwnTrade }) => {
  const { mint, name, symbol, kind, amount, newTokens, total, blockTime, signature } = trade;
  return (
    <div className="flex min-h-16 items-center gap-3 py-2 text-sm">
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to="/token/$mint"
          params={{ mint }}
          className="flex min-h-6 items-center truncate font-medium underline-offset-2 hover:underline"
        >
          {name}
        </Link>
        <p className="text-xs text-muted">
          {verbs[kind]}{" "}
          {newTokens === null ? (
            <Tokens units={amount} symbol={symbol} />
          ) : (
            <>
              <Amount text={formatNewTokens(newTokens)} unit={symbol} /> in the pool
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <p className="font-medium">
          {kind === "sell" ? "+" : "−"}
          <Sol lamports={total} />
        </p>
        <TimeAgo at={blockTime * 1_000} className="text-xs text-muted" />
      </div>
      <ExplorerIconLink signature={signature} />
    </div>
  );
};
