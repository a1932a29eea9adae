import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { formatAmount, pricesOf } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { Loading, Skeleton } from "@tribe/ui";
import { lazy, type ReactNode, Suspense } from "react";
import { DeferUntilIdle } from "../../shared/components/DeferUntilIdle.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { RollingAmount } from "../../shared/components/RollingAmount.tsx";
import { Worth } from "../../shared/fiat/Worth.tsx";
import { part } from "../../shared/navigation/part.ts";
import { historyQuery } from "../../shared/queries/history.ts";
import { youngWords } from "../../shared/time/relative-time.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { CurveFacts } from "./CurveFacts.tsx";
import { ChartNotice } from "./chart/ChartNotice.tsx";
import { ChartSection } from "./chart/ChartSection.tsx";
import { LatestTrades } from "./LatestTrades.tsx";
import { TopHolders } from "./TopHolders.tsx";

/** Loaded separately, because most Tribes are still on their curve. */
const PoolFacts = lazy(part(() => import("./PoolFacts.tsx").then((m) => ({ default: m.PoolFacts }))));

/** In place of the change of a day, which a younger token doesn't have: "6 min old, 16 trades". */
const Young = ({ token }: { token: TokenProfile }) => {
  const { data: history } = useQuery(historyQuery(token.mint));
  return youngWords(serverNow() - token.createdAt, history && !history.hasOlder ? history.trades.length : null);
};

/** A Tribe's market in one column: price, chart, facts, trades and holders. */
export const Market = ({ token, seat, after }: { token: TokenProfile; seat: ReactNode; after?: ReactNode }) => {
  const { shown, per } = pricesOf(token);
  return (
    <div className="@container flex flex-col gap-5 px-4 py-4 lg:px-5">
      <section aria-label="Price" className="flex flex-col gap-1">
        {/* The font size is capped so that a whole price fits. */}
        <p
          className="text-[length:min(var(--text-2xl),14cqi)] leading-[1.15] font-semibold tracking-tight tabular-nums"
          aria-live="polite"
        >
          <RollingAmount text={formatAmount(shown(token.price))} unit="SOL" />
        </p>
        <p className="text-sm text-muted">
          {per && `${per} ${isolated(token.symbol)} · `}
          <Worth lamports={shown(token.price)} rounding="up" after=" · " />
          {token.priceDayAgo === null ? (
            <Young token={token} />
          ) : (
            <>
              <PriceChange now={token.price} before={token.priceDayAgo} /> in 24 hours
            </>
          )}
        </p>
      </section>
      <ChartSection token={token} />
      {seat}
      {token.newMint === null ? (
        <CurveFacts token={token} />
      ) : (
        <Suspense
          fallback={
            <Loading label="Loading the pool">
              <Skeleton className="h-96" />
            </Loading>
          }
        >
          <PoolFacts token={token} />
        </Suspense>
      )}
      {/* The parts below the first screen, with their queries, are loaded after it, one after the other from the top. */}
      <DeferUntilIdle turn={1}>
        <LatestTrades token={token} />
      </DeferUntilIdle>
      <DeferUntilIdle turn={2}>
        <TopHolders token={token} />
      </DeferUntilIdle>
      {after}
      <ChartNotice />
    </div>
  );
};
