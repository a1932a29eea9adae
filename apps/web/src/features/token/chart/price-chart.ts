import type { Candle } from "@tribe/domain/chart";
import { formatAmount } from "@tribe/domain/money";
import {
  AreaSeries,
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type Logical,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { clockTime, exactTime, shortDate } from "../../../shared/time/clock.ts";
import type { ChartKind } from "./chart-choice.ts";
import { type ChartColours, faded } from "./colours.ts";
import type { OwnMark } from "./own-marks.ts";
import { isSeenWhole, labelWidth } from "./time-labels.ts";
import { firstCandleMargin, isFilled, newestChanges, rangeOf, type View } from "./view.ts";

export { readColours } from "./colours.ts";

export interface PriceChartOptions {
  readonly kind: ChartKind;
  readonly colours: ChartColours;
  readonly reducedMotion: boolean;
  /** Called with the candle under the pointer; null when the pointer has left. */
  readonly onPoint: (candle: Candle | null) => void;
  /** Called when the visible range has changed, by the person or by code. */
  readonly onRange: () => void;
}

/** A rendered chart. Times are shown in the browser's time zone. */
export interface PriceChart {
  /** Draws these candles and shows the view; null keeps the visible range. */
  draw(candles: readonly Candle[], view: View | null): void;
  setKind(kind: ChartKind): void;
  /** Sets the line's colour by the price's direction. */
  setFalling(isFalling: boolean): void;
  /** Marks the person's own trades on the drawn candles. */
  mark(own: readonly OwnMark[]): void;
  setColours(colours: ChartColours): void;
  /** Moves by a fraction of the visible range; a negative one moves to earlier times. */
  pan(part: number): void;
  /** Multiplies the visible range by a factor: below 1 zooms in, above 1 zooms out. */
  zoom(factor: number): void;
  /** Whether the visible range includes the first candle. */
  reachesBeginning(): boolean;
  close(): void;
}

const shift = -new Date().getTimezoneOffset() * 60;
// The library only supports UTC. One shift for all times keeps their order across a change to or from summer time.
const timeOf = (candle: Candle): UTCTimestamp => (candle.time + shift) as UTCTimestamp;
const bar = (candle: Candle): CandlestickData<Time> => ({
  time: timeOf(candle),
  // Numbers are exact enough for drawing: lamports per token are far below 2⁵³.
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
});
/** Converts the chart's times, which are shifted into the browser's zone ({@link timeOf}), to ms since 1970. */
const momentOf = (time: Time): number => (typeof time === "number" ? (time - shift) * 1_000 : Date.parse(String(time)));
const tickText = (time: Time, type: TickMarkType): string =>
  type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds
    ? clockTime(momentOf(time))
    : shortDate(momentOf(time));

// The axis extends below 0 where the volume is drawn; it gets no price labels there.
const toText = (value: number): string =>
  value < 0 ? "" : formatAmount(BigInt(Math.round(value)), { significant: 4 });
/** The smallest readable distance between two price labels, in pixels. */
const labelHeight = 18;
/** The price scale's width in pixels, the same as in the static chart, to avoid a layout shift when this one replaces it. */
const scaleWidth = 72;
const fontFamily = '"Inter Variable", system-ui, sans-serif';
const fontSize = 12;
/** In pixels. At a fixed edge the library moves labels inwards only if candles are no wider than half of its widest label. */
const maxMovedSpacing = ((fontSize + 4) * 5) / 2;

/** Renders a chart into an element that has a size. */
export const createPriceChart = (host: HTMLElement, options: PriceChartOptions): PriceChart => {
  let { kind, colours } = options;
  let candles: readonly Candle[] = [];
  let isFalling = false;
  let own: readonly OwnMark[] = [];
  const widthOf = labelWidth(`bold ${fontSize}px ${fontFamily}`);
  /** Leaves out labels that the library would cut off at an edge. */
  const uncutTickText = (time: Time, type: TickMarkType): string => {
    const text = tickText(time, type);
    const spacing = (scale.logicalToCoordinate(1 as Logical) ?? 0) - (scale.logicalToCoordinate(0 as Logical) ?? 0);
    const movesFromLeft = scale.options().fixLeftEdge && spacing <= maxMovedSpacing;
    return isSeenWhole(widthOf(text), { width: scale.width(), at: scale.timeToCoordinate(time), movesFromLeft })
      ? text
      : "";
  };
  const chart = createChart(host, {
    autoSize: true,
    // The notice below (ChartNotice.tsx) has the link that the licence requires; the logo would cover the oldest candles.
    layout: { attributionLogo: false, fontFamily, fontSize },
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.08, bottom: 0.24 },
      minimumWidth: scaleWidth,
      entireTextOnly: true,
    },
    localization: { timeFormatter: (time: Time) => exactTime(momentOf(time)) },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      tickMarkFormatter: uncutTickText,
      rightOffset: 1,
      minBarSpacing: 0.5,
    },
    // The wheel and vertical touch moves scroll the page.
    handleScale: { mouseWheel: false },
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: !options.reducedMotion, mouse: false },
  });
  const scale = chart.timeScale();
  /** The labels of round prices; one that would overlap the last price's label is left empty. */
  const tickTexts = (prices: readonly number[]): string[] => {
    const series = kind === "candles" ? bars : line;
    const newest = candles.at(-1);
    const last = newest ? series.priceToCoordinate(Number(newest.close)) : null;
    return prices.map((price) => {
      const at = series.priceToCoordinate(price);
      return last !== null && at !== null && Math.abs(at - last) < labelHeight ? "" : toText(price);
    });
  };
  const priceFormat = { type: "custom", minMove: 1, formatter: toText, tickmarksFormatter: tickTexts } as const;
  const bars = chart.addSeries(CandlestickSeries, { borderVisible: true });
  const line = chart.addSeries(AreaSeries, { lineWidth: 2 });
  for (const series of [bars, line]) series.applyOptions({ priceFormat });
  const marks = [createSeriesMarkers(bars), createSeriesMarkers(line)] as const;
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat: { type: "custom", minMove: 1, formatter: toText },
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
    const { ground, text, up, down } = colours;
    const way = isFalling ? down : up;
    chart.applyOptions({
      layout: { background: { color: ground }, textColor: text },
      grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
      crosshair: { vertLine: { labelBackgroundColor: text }, horzLine: { labelBackgroundColor: text } },
    });
    // Rising candles are hollow, so that they differ not only by colour.
    const rising = { upColor: ground, borderUpColor: up, wickUpColor: up };
    bars.applyOptions({ ...rising, downColor: down, borderDownColor: down, wickDownColor: down });
    line.applyOptions({
      lineColor: way,
      topColor: faded(way, isFilled(candles) ? 0.25 : 0),
      bottomColor: faded(way, 0),
    });
  };
  const drawMarks = () => {
    const drawn = own.map(({ time, side }) => ({
      time: (time + shift) as UTCTimestamp, // as in timeOf
      position: side === "buy" ? ("belowBar" as const) : ("aboveBar" as const),
      shape: side === "buy" ? ("arrowUp" as const) : ("arrowDown" as const),
      color: colours.accent,
      size: 1,
    }));
    const [onBars, onLine] = marks;
    onBars.setMarkers(kind === "candles" ? drawn : []);
    onLine.setMarkers(kind === "line" ? drawn : []);
  };
  paint();

  chart.subscribeCrosshairMove(({ time }) => {
    options.onPoint(time === undefined ? null : (candles.find((candle) => timeOf(candle) === time) ?? null));
  });
  /** Clears the library's cache of labels: whether a label fits depends on its position, which changes. */
  const writeLabelsAnew = () => chart.applyOptions({ localization: {} });
  scale.subscribeVisibleLogicalRangeChange(() => {
    writeLabelsAnew();
    options.onRange();
  });

  let shown: View | null = null;
  const show = () => {
    if (!shown || candles.length === 0) return;
    const range = rangeOf(candles, shown);
    // If no candle precedes it, the first label is moved inwards from the edge instead of being cut.
    scale.applyOptions({ fixLeftEdge: range.from === firstCandleMargin });
    scale.setVisibleLogicalRange(range);
  };
  // The chart has no size at first, and gets another one when a phone is rotated.
  scale.subscribeSizeChange(() => {
    show();
    writeLabelsAnew();
  });

  const seen = () => scale.getVisibleLogicalRange() ?? { from: 0, to: candles.length };
  return {
    draw: (next, view) => {
      const before = candles;
      const changes = newestChanges(before, next);
      candles = next;
      if (changes) for (const candle of changes) goOn(candle);
      else drawAll();
      if (isFilled(before) !== isFilled(next)) paint();
      shown = view;
      show();
    },
    setKind: (next) => {
      kind = next;
      drawAll();
      drawMarks();
    },
    setFalling: (next) => {
      isFalling = next;
      paint();
    },
    mark: (next) => {
      own = next;
      drawMarks();
    },
    setColours: (next) => {
      colours = next;
      paint();
      drawAll();
      drawMarks();
    },
    pan: (part) => {
      const { from, to } = seen();
      const by = (to - from) * part;
      scale.setVisibleLogicalRange({ from: from + by, to: to + by });
    },
    zoom: (factor) => {
      const { from, to } = seen();
      // The newest end keeps its position.
      scale.setVisibleLogicalRange({ from: to - (to - from) * factor, to });
    },
    reachesBeginning: () => (scale.getVisibleLogicalRange()?.from ?? 2) <= 1,
    close: () => chart.remove(),
  };
};
