import type { TokenProfile } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import type { ReactNode } from "react";
import { DeferUntilIdle } from "../../shared/components/DeferUntilIdle.tsx";
import { PriceChange } from "../../shared/components/PriceChange.tsx";
import { RollingAmount } from "../../shared/components/RollingAmount.tsx";
import { CurveFacts } from "./CurveFacts.tsx";
import { ChartNotice } from "./chart/ChartNotice.tsx";
import { ChartSection } from "./chart/ChartSection.tsx";
import { LatestTrades } from "./LatestTrades.tsx";
import { PoolFacts } from "./PoolFacts.tsx";
import { TopHolders } from "./TopHolders.tsx";

/** The market of a Tribe: its price, chart, figures, trades and holders, in one column however wide that is. */
export const Market = ({ token, seat, after }: { token: TokenProfile; seat: ReactNode; after?: ReactNode }) => (
  <div className="@container flex flex-col gap-5 px-4 py-4 lg:px-5">
    <section aria-label="Price" className="flex flex-col gap-1">
      <p className="text-2xl font-semibold tracking-tight tabular-nums" aria-live="polite">
        <RollingAmount text={formatAmount(token.price)} unit="SOL" />
      </p>
      <p className="text-sm text-muted">
        {token.priceDayAgo === null ? (
          "Less than a day old"
        ) : (
          <>
            <PriceChange now={token.price} before={token.priceDayAgo} /> in 24 hours
          </>
        )}
      </p>
    </section>
    <ChartSection token={token} />
    {seat}
    {token.newMint === null ? <CurveFacts token={token} /> : <PoolFacts token={token} />}
    {/* What lies below the first screen, and what it asks for, comes when that screen stands, one by one from the top. */}
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
