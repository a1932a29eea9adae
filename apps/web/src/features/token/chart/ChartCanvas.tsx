import type { Candle } from "@tribe/domain/chart";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useStore } from "../../../shared/state/store.ts";
import { shownTheme } from "../../../shared/state/theme.ts";
import type { ChartKind } from "./chart-choice.ts";
import type { OwnMark } from "./own-marks.ts";
import { createPriceChart, type PriceChart, readColours } from "./price-chart.ts";
import type { View } from "./view.ts";

export { ChartSteps } from "./ChartSteps.tsx";

export interface ChartCanvasProps {
  readonly candles: readonly Candle[];
  readonly view: View;
  readonly kind: ChartKind;
  readonly own: readonly OwnMark[];
  /** Whether the price fell in the shown range; it sets the line's colour. */
  readonly isFalling: boolean;
  /** Set to the chart, for the toolbar. */
  readonly chart: RefObject<PriceChart | null>;
  /** Whether the person has panned or zoomed, so that the chart no longer follows the chosen window. */
  readonly isFree: RefObject<boolean>;
  readonly onPoint: (candle: Candle | null) => void;
  /** The visible range extends to the oldest loaded trade. */
  readonly onBeginning: () => void;
}

const restMilliseconds = 120;

/** The interactive chart. It imports the chart library. Screen readers use the summary and the table beside it. */
export const ChartCanvas = ({
  candles,
  view,
  kind,
  own,
  isFalling,
  chart,
  isFree,
  onPoint,
  onBeginning,
}: ChartCanvasProps) => {
  const host = useRef<HTMLDivElement>(null);
  const firstKind = useRef(kind);
  const theme = useStore(shownTheme);
  const point = useEffectEvent(onPoint);
  const check = useEffectEvent(() => {
    if (chart.current?.reachesBeginning()) onBeginning();
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Debounced: the chart reports intermediate ranges, too.
  const checkSoon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => check(), restMilliseconds);
  });

  useEffect(() => {
    if (!host.current) return;
    const made = createPriceChart(host.current, {
      kind: firstKind.current,
      colours: readColours(host.current),
      reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      onPoint: (candle) => point(candle),
      onRange: () => checkSoon(),
    });
    chart.current = made;
    return () => {
      clearTimeout(timer.current);
      chart.current = null;
      made.close();
    };
  }, [chart]);

  useEffect(() => {
    // `theme` is only the trigger; the colours are read from the element.
    if (theme && host.current) chart.current?.setColours(readColours(host.current));
  }, [chart, theme]);

  useEffect(() => chart.current?.setKind(kind), [chart, kind]);
  useEffect(() => chart.current?.setFalling(isFalling), [chart, isFalling]);

  useEffect(() => {
    chart.current?.draw(candles, isFree.current ? null : view);
    // Older trades within the shown range don't change that range, so the chart reports nothing.
    checkSoon();
  }, [chart, candles, view, isFree]);

  // After the effect that draws the candles which the marks refer to.
  useEffect(() => chart.current?.mark(own), [chart, own]);

  const leaveWindow = () => {
    if (isFree.current) return;
    isFree.current = true;
    chart.current?.draw(candles, null);
  };
  return <div ref={host} onPointerDown={leaveWindow} onWheel={leaveWindow} className="size-full" />;
};
