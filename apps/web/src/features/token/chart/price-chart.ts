import type { Candle } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";
import {
  AreaSeries,
  type CandlestickData,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { clockTime, exactTime, shortDate } from "../../../shared/time/clock.ts";
import { type ChartColours, faded } from "./colours.ts";
import { firstChange, rangeOf, type View } from "./view.ts";

export { readColours } from "./colours.ts";

export type ChartKind = "candles" | "line";

export interface PriceChartOptions {
  readonly kind: ChartKind;
  readonly colours: ChartColours;
  readonly reducedMotion: boolean;
  /** The pointer is over this candle; null when it has left. */
  readonly onPoint: (candle: Candle | null) => void;
  /** Another stretch of time is seen, whoever has moved it. */
  readonly onRange: () => void;
}

/** A drawn chart. Times are shown in the zone of the browser. */
export interface PriceChart {
  /** Draws these, and shows the view; with null one stays where one is. */
  draw(candles: readonly Candle[], view: View | null): void;
  setKind(kind: ChartKind): void;
  setColours(colours: ChartColours): void;
  /** Moves by a part of what is seen: negative is earlier. */
  pan(part: number): void;
  /** Below 1 shows less time, above 1 more. */
  zoom(factor: number): void;
  /** Whether what is seen reaches to the first candle or before it. */
  reachesBeginning(): boolean;
  close(): void;
}

const shift = -new Date().getTimezoneOffset() * 60;
// The library knows UTC alone; one shift for all keeps the order over a change of the clock.
const timeOf = (candle: Candle): UTCTimestamp => (candle.time + shift) as UTCTimestamp;
const bar = (candle: Candle): CandlestickData<Time> => ({
  time: timeOf(candle),
  // To be drawn only: lamports per token stay far below 2⁵³.
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
});
// The axis runs below 0 where the volume stands: no price is there.
/** The chart's own times are shifted into the browser's zone: {@link timeOf}. */
const momentOf = (time: Time): number => (typeof time === "number" ? (time - shift) * 1_000 : Date.parse(String(time)));
const tickText = (time: Time, type: TickMarkType): string =>
  type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds
    ? clockTime(momentOf(time))
    : shortDate(momentOf(time));

const toText = (value: number): string =>
  value < 0 ? "" : formatAmount(BigInt(Math.round(value)), { significant: 4 });
const priceFormat = { type: "custom", minMove: 1, formatter: toText } as const;

/** Puts a chart into an element that has a size. */
export const createPriceChart = (host: HTMLElement, options: PriceChartOptions): PriceChart => {
  let { kind, colours } = options;
  let candles: readonly Candle[] = [];
  const chart = createChart(host, {
    autoSize: true,
    layout: { attributionLogo: true, fontFamily: '"Inter Variable", system-ui, sans-serif', fontSize: 12 },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
    localization: { timeFormatter: (time: Time) => exactTime(momentOf(time)) },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      tickMarkFormatter: tickText,
      rightOffset: 1,
      minBarSpacing: 0.5,
    },
    // The wheel scrolls the page, as a finger that moves up or down does.
    handleScale: { mouseWheel: false },
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: !options.reducedMotion, mouse: false },
  });
  const bars = chart.addSeries(CandlestickSeries, { priceFormat, borderVisible: true });
  const line = chart.addSeries(AreaSeries, { priceFormat, lineWidth: 2 });
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat,
    priceScaleId: "",
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });

  const column = (candle: Candle) => ({
    time: timeOf(candle),
    value: Number(candle.volume),
    color: faded(candle.close >= candle.open ? colours.up : colours.down, 0.45),
  });
  const point = (candle: Candle) => ({ time: timeOf(candle), value: Number(candle.close) });
  const drawAll = () => {
    bars.setData(kind === "candles" ? candles.map(bar) : []);
    line.setData(kind === "line" ? candles.map(point) : []);
    volume.setData(candles.map(column));
  };
  const goOn = (candle: Candle) => {
    if (kind === "candles") bars.update(bar(candle));
    else line.update(point(candle));
    volume.update(column(candle));
  };
  const paint = () => {
    const { ground, text, up, down, accent } = colours;
    chart.applyOptions({
      layout: { background: { color: ground }, textColor: text },
      grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
      crosshair: { vertLine: { labelBackgroundColor: text }, horzLine: { labelBackgroundColor: text } },
    });
    // Rising candles are hollow, so that the colour is not the only difference.
    const rising = { upColor: ground, borderUpColor: up, wickUpColor: up };
    bars.applyOptions({ ...rising, downColor: down, borderDownColor: down, wickDownColor: down });
    line.applyOptions({ lineColor: accent, topColor: faded(accent, 0.25), bottomColor: faded(accent, 0) });
  };
  paint();

  const scale = chart.timeScale();
  chart.subscribeCrosshairMove(({ time }) => {
    options.onPoint(time === undefined ? null : (candles.find((candle) => timeOf(candle) === time) ?? null));
  });
  scale.subscribeVisibleLogicalRangeChange(() => options.onRange());

  let shown: View | null = null;
  const show = () => {
    if (shown && candles.length > 0) scale.setVisibleLogicalRange(rangeOf(candles, shown));
  };
  // It has no size at first, and another one when a phone is turned.
  scale.subscribeSizeChange(show);

  const seen = () => scale.getVisibleLogicalRange() ?? { from: 0, to: candles.length };
  return {
    draw: (next, view) => {
      const changed = firstChange(candles, next);
      const isTail = candles.length > 0 && changed >= candles.length - 1 && next.length >= candles.length;
      candles = next;
      if (isTail) for (const candle of next.slice(changed)) goOn(candle);
      else drawAll();
      shown = view;
      show();
    },
    setKind: (next) => {
      kind = next;
      drawAll();
    },
    setColours: (next) => {
      colours = next;
      paint();
      drawAll();
    },
    pan: (part) => {
      const { from, to } = seen();
      const by = (to - from) * part;
      scale.setVisibleLogicalRange({ from: from + by, to: to + by });
    },
    zoom: (factor) => {
      const { from, to } = seen();
      // The newest end stays where it is.
      scale.setVisibleLogicalRange({ from: to - (to - from) * factor, to });
    },
    reachesBeginning: () => (scale.getVisibleLogicalRange()?.from ?? 2) <= 1,
    close: () => chart.remove(),
  };
};
