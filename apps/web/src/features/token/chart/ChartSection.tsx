import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { type Candle, type ChartWindow, firstWindow, summaryOf } from "@tribe/domain/chart";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { historyQuery } from "../../../shared/queries/history.ts";
import { ChartCanvas } from "./ChartCanvas.tsx";
import { ChartLegend } from "./ChartLegend.tsx";
import { ChartTable } from "./ChartTable.tsx";
import { ChartToolbar } from "./ChartToolbar.tsx";
import { inWords } from "./chart-words.ts";
import type { ChartKind, PriceChart } from "./price-chart.ts";
import { StillChart } from "./StillChart.tsx";
import { useCandles } from "./use-candles.ts";
import { useChartModule } from "./use-chart-module.ts";
import type { OlderCandles } from "./use-older-candles.ts";

/** The price over time, live, as far back as one looks. */
export const ChartSection = ({ token }: { token: TokenProfile }) => {
  const history = useQuery(historyQuery(token.mint));
  const { state, wake, retry } = useChartModule();
  const [window, setWindow] = useState<ChartWindow | null>(null);
  const [kind, setKind] = useState<ChartKind>("candles");
  const [pointed, setPointed] = useState<Candle | null>(null);
  const chart = useRef<PriceChart>(null);
  const isFree = useRef(false);
  const { candles, from, interval, older } = useCandles(token, window ?? "all");
  const { hasOlder } = older;
  const view = useMemo(() => ({ from, interval, hasOlder }), [from, interval, hasOlder]);
  const inWindow = useMemo(() => candles.filter(({ time }) => time + interval > from), [candles, from, interval]);
  const summary = useMemo(() => summaryOf(inWindow), [inWindow]);

  // The chart asks by itself for what it shows; the plain line is drawn whole from the beginning of its window, too.
  const isCut = state.kind === "still" && window !== null && hasOlder && (candles[0]?.time ?? from) > from;
  useEffect(() => {
    if (isCut && !older.isLoading) older.load();
  }, [isCut, older]);

  if (window === null && history.data) {
    const oldest = history.data.trades.at(-1)?.blockTime ?? null;
    setWindow(firstWindow(oldest, history.data.hasOlder, Math.floor(Date.now() / 1_000)));
  }
  const choose = (next: ChartWindow) => {
    isFree.current = false;
    older.begin();
    setWindow(next);
    // The same window again brings one back to the present.
    chart.current?.draw(candles, view);
  };
  const byHand = (work: (drawn: PriceChart) => void) => {
    isFree.current = true;
    older.begin();
    chart.current?.draw(candles, null);
    if (chart.current) work(chart.current);
  };
  const trades = history.data?.trades;

  const content = (): ReactNode => {
    if (!trades && history.isError) return <QueryError error={history.error} onRetry={() => void history.refetch()} />;
    if (trades?.length === 0) return <Middle>No trades yet. The chart starts with the first one.</Middle>;
    if (state.kind === "failed")
      return (
        <Middle>
          The chart didn't load. The table below has its figures.
          <Button small onClick={retry}>
            Try again
          </Button>
        </Middle>
      );
    if (!trades)
      return (
        <Loading label="Loading the chart">
          <Skeleton className="h-52 @lg:h-72" />
        </Loading>
      );
    if (state.kind === "still") return <StillChart candles={inWindow} />;
    return (
      <ChartCanvas
        tools={state.tools}
        candles={candles}
        view={view}
        kind={kind}
        chart={chart}
        isFree={isFree}
        onPoint={setPointed}
        onBeginning={older.load}
      />
    );
  };

  return (
    <section
      aria-label="Price over time"
      onPointerEnter={wake}
      onPointerDown={wake}
      onFocus={wake}
      className="flex flex-col gap-2"
    >
      <ChartToolbar
        window={window}
        onWindow={choose}
        kind={kind}
        onKind={setKind}
        onPan={(part) => byHand((drawn) => drawn.pan(part))}
        onZoom={(factor) => byHand((drawn) => drawn.zoom(factor))}
      />
      <div className="flex h-5 items-center justify-between gap-3">
        <ChartLegend shown={pointed ?? summary} />
        <OlderTrades older={older} />
      </div>
      <p className="sr-only">{trades && window ? inWords(summary, window) : ""}</p>
      <div className="h-52 @lg:h-72">{content()}</div>
      <ChartTable candles={inWindow} />
    </section>
  );
};

/** That older trades are on their way, or how to go on when they are not. */
const OlderTrades = ({ older }: { older: OlderCandles }) => {
  if (older.isLoading) return <span className="text-xs whitespace-nowrap text-muted">Loading older trades …</span>;
  if (!older.isStopped || !older.hasOlder) return null;
  return (
    <Button small look="quiet" className="shrink-0" onClick={() => older.begin(true)}>
      Load older trades
    </Button>
  );
};

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full flex-col items-center justify-center gap-4 rounded-card bg-surface px-4 text-center text-sm text-muted">
    {children}
  </div>
);
