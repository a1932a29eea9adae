import { useQuery } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { type Candle, type ChartWindow, firstWindow, summaryOf } from "@tribe/domain/chart";
import { Button, Loading, Skeleton } from "@tribe/ui";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useFailureWords } from "../../../shared/api/failure-words.ts";
import { historyQuery } from "../../../shared/queries/history.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { useStore } from "../../../shared/state/store.ts";
import { serverNow } from "../../../shared/time/server-time.ts";
import { ChartLegend } from "./ChartLegend.tsx";
import { ChartToolbar } from "./ChartToolbar.tsx";
import { chartChoice } from "./chart-choice.ts";
import { inWords } from "./chart-words.ts";
import { capCandles, movedAt, priceCandles } from "./market-cap.ts";
import { ownMarks } from "./own-marks.ts";
import type { PriceChart } from "./price-chart.ts";
import { StaticChart } from "./StaticChart.tsx";
import { ChartTable } from "./table/ChartTable.tsx";
import { useCandles } from "./use-candles.ts";
import { useChartModule } from "./use-chart-module.ts";
import type { OlderCandles } from "./use-older-candles.ts";
import { withOpening } from "./view.ts";

/** The chart of the price, updated in real time. Loads older trades as the person moves into the past. */
export const ChartSection = ({ token }: { token: TokenProfile }) => {
  const history = useQuery(historyQuery(token.mint));
  const { state, wake, retry } = useChartModule();
  const [window, setWindow] = useState<ChartWindow | null>(null);
  const choice = useStore(chartChoice);
  // The pressed control updates at once; the chart, which takes a phone longer to draw, follows.
  const { kind, of } = useDeferredValue(choice);
  const drawnWindow = useDeferredValue(window) ?? window;
  const user = useLocalUser();
  const [pointed, setPointed] = useState<Candle | null>(null);
  const chart = useRef<PriceChart>(null);
  const isFree = useRef(false);
  const { candles: asTold, from, interval, older } = useCandles(token, drawnWindow ?? "all");
  const trades = history.data?.trades;
  const candles = useMemo(
    () => (of === "price" ? priceCandles(token, asTold) : capCandles(token, asTold, interval, movedAt(trades))),
    [of, token, asTold, interval, trades],
  );
  const drawn = useMemo(() => withOpening(candles, interval, older.hasOlder), [candles, interval, older.hasOlder]);
  const own = useMemo(
    () => ownMarks(trades ?? [], user?.address ?? null, candles, interval),
    [trades, user?.address, candles, interval],
  );
  const { hasOlder } = older;
  const view = useMemo(() => ({ from, interval, hasOlder }), [from, interval, hasOlder]);
  const inWindow = useMemo(() => candles.filter(({ time }) => time + interval > from), [candles, from, interval]);
  const summary = useMemo(() => summaryOf(inWindow), [inWindow]);
  const isFalling = summary !== null && summary.close < summary.open;

  // The interactive chart requests older trades itself; the static one needs all from the beginning of its window.
  const isCut = state.kind === "still" && drawnWindow !== null && hasOlder && (candles[0]?.time ?? from) > from;
  useEffect(() => {
    if (isCut && !older.isLoading) older.load();
  }, [isCut, older]);

  if (window === null && history.data) {
    const oldest = history.data.trades.at(-1)?.blockTime ?? null;
    setWindow(firstWindow(oldest, history.data.hasOlder, Math.floor(serverNow() / 1_000)));
  }
  const choose = (next: ChartWindow) => {
    // Pressing the present window again, or one that shows the same range, returns the chart to the newest candle.
    if (isFree.current || next === window) chart.current?.draw(drawn, view);
    isFree.current = false;
    older.begin();
    setWindow(next);
  };
  const byHand = (work: (shown: PriceChart) => void) => {
    isFree.current = true;
    older.begin();
    chart.current?.draw(drawn, null);
    if (chart.current) work(chart.current);
  };

  const content = (): ReactNode => {
    if (!trades && history.isError)
      return (
        <Middle>
          <FailureTitle error={history.error} />
          <Button small onClick={() => void history.refetch()}>
            Try again
          </Button>
        </Middle>
      );
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
    if (state.kind === "still")
      return <StaticChart candles={drawn} view={view} kind={kind} own={own} isFalling={isFalling} />;
    const { ChartCanvas } = state;
    return (
      <ChartCanvas
        candles={drawn}
        view={view}
        kind={kind}
        own={own}
        isFalling={isFalling}
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
      <ChartToolbar window={window} onWindow={choose} choice={choice} onChoice={chartChoice.set} />
      <div className="flex min-h-5 items-center justify-between gap-3">
        <ChartLegend shown={pointed ?? summary} hasOwn={own.length > 0} />
        <OlderTrades older={older} />
      </div>
      <p className="sr-only">{trades && drawnWindow ? inWords(summary, drawnWindow, of) : ""}</p>
      <div className="h-52 @lg:h-72">{content()}</div>
      <div className="relative">
        {state.kind === "ready" ? (
          <div className="absolute top-0 right-0 hidden sm:block">
            <state.ChartSteps
              onPan={(part) => byHand((shown) => shown.pan(part))}
              onZoom={(factor) => byHand((shown) => shown.zoom(factor))}
            />
          </div>
        ) : null}
        <ChartTable candles={inWindow} of={of} />
      </div>
    </section>
  );
};

const FailureTitle = ({ error }: { error: unknown }) => <p>{useFailureWords(error)?.title}</p>;

/** Says that older trades are loading, or offers to continue when that has stopped. */
const OlderTrades = ({ older }: { older: OlderCandles }) => {
  if (older.isLoading) return <span className="text-xs whitespace-nowrap text-muted">Loading older trades …</span>;
  if (!older.isStopped || !older.hasOlder) return null;
  return (
    <Button small variant="ghost" className="shrink-0" onClick={() => older.begin(true)}>
      Load older trades
    </Button>
  );
};

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full flex-col items-center justify-center gap-4 rounded-card bg-surface px-4 text-center text-sm text-muted">
    {children}
  </div>
);
