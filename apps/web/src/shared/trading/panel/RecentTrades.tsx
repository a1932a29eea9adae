import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Mint, TokenProfile, TradePoint } from "@tribe/contract";
import { tradeCursor } from "@tribe/domain/chart";
import { amountsOf, pricesOf } from "@tribe/domain/money";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { ArrowDown, ArrowUp } from "@tribe/ui/icons";
import { useFailureWords } from "../../api/failure-words.ts";
import { PersonAvatar } from "../../components/PersonAvatar.tsx";
import { Sol } from "../../components/Sol.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { historyQuery } from "../../queries/history.ts";
import { holdersQuery, traderName, usePeopleOf, useToken } from "../../queries/token.ts";

/** About one screen; the chart's table has all trades. */
const maxTrades = 12;
/** Each as tall as a trade. Nothing below them could move. */
const loadingRows = ["w-28", "w-20", "w-24", "w-32", "w-20", "w-28"];

/** The last buyers and sellers, below the panel beside a room. */
export const RecentTrades = ({ mint }: { mint: Mint }) => {
  const { data: token } = useToken(mint);
  const history = useQuery(historyQuery(mint));
  const trades = history.data?.trades;
  return (
    <section aria-labelledby="recent-trades" className="pt-6">
      <h2 id="recent-trades" className="flex min-h-8 items-center text-sm font-semibold">
        Trades
      </h2>
      {trades?.length === 0 ? (
        <p className="text-sm leading-12 text-muted">No trades yet.</p>
      ) : token && trades ? (
        <Trades token={token} trades={trades.slice(0, maxTrades)} />
      ) : history.isError ? (
        <Failure error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <Loading label="Loading trades">
          {loadingRows.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows that never move
            <div key={index} className="flex h-12 items-center gap-3">
              <Skeleton className="size-8 rounded-full" />
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="ml-auto h-4 w-16" />
            </div>
          ))}
        </Loading>
      )}
    </section>
  );
};

/** A secondary button, since the panel above has the main one. */
const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className="flex min-h-12 items-center justify-between gap-3 text-sm text-muted">
    <p role="alert">{useFailureWords(error)?.title}</p>
    <Button small className="shrink-0" onClick={onRetry}>
      Try again
    </Button>
  </div>
);

/** A person of whom nothing is known is shown by their address. */
const Trades = ({ token, trades }: { token: TokenProfile; trades: readonly TradePoint[] }) => {
  useQuery(holdersQuery(token.mint));
  const people = usePeopleOf(token.mint);
  const written = amountsOf(token);
  const prices = pricesOf(token);
  return (
    <ul className="-mx-2">
      {trades.map((trade) => {
        const person = people.get(trade.trader);
        const name = traderName(trade.trader, person);
        const isSale = trade.kind === "sell";
        const Arrow = isSale ? ArrowDown : ArrowUp;
        return (
          <li key={tradeCursor(trade)}>
            <Link
              to="/user/$address"
              params={{ address: trade.trader }}
              className="flex min-h-12 items-center gap-3 rounded-control px-2 text-sm -outline-offset-2 transition-colors hover:bg-surface active:bg-raised"
            >
              <PersonAvatar seed={person?.uid ?? trade.trader} src={person?.pfp ?? null} name="" size={32} />
              {/* One below the other: side by side the figures would cut the name. */}
              <span className="flex min-w-0 flex-1 flex-col">
                <bdi className="truncate" title={name}>
                  {name}
                </bdi>
                <TimeAgo at={trade.blockTime * 1_000} className="text-xs text-muted" />
              </span>
              <span className="flex shrink-0 flex-col items-end tabular-nums">
                <span className={`flex items-center gap-1 ${isSale ? "text-down" : "text-up"}`}>
                  <Arrow aria-hidden size={14} />
                  <span className="sr-only">{isSale ? "sold" : "bought"} </span>
                  {written.plain(trade.amount)}
                </span>
                {/* The price, as the chat and the chart's table have it: what was paid has fees in it that only the trader is told. */}
                <span className="text-xs text-muted">
                  at <Sol lamports={prices.shown(trade.unitPrice)} /> {prices.per}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
};
