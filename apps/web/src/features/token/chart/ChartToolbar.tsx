import { type ChartWindow, chartWindows } from "@tribe/domain/chart";
import { Button, IconButton } from "@tribe/ui";
import { ChartCandlestick, ChartLine, ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import type { ChartKind } from "./price-chart.ts";

const labels: Record<ChartWindow, string> = { "1h": "1h", "4h": "4h", "1d": "1d", "1w": "1w", all: "All" };

export interface ChartToolbarProps {
  readonly window: ChartWindow | null;
  readonly onWindow: (window: ChartWindow) => void;
  readonly kind: ChartKind;
  readonly onKind: (kind: ChartKind) => void;
  readonly onPan: (part: number) => void;
  readonly onZoom: (factor: number) => void;
}

/** Windows, candles or line, and what the pointer does for those who use none. */
export const ChartToolbar = ({ window, onWindow, kind, onKind, onPan, onZoom }: ChartToolbarProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-2">
    <fieldset className="flex">
      <legend className="sr-only">Time shown</legend>
      {chartWindows.map((value) => (
        <Button
          key={value}
          small
          look={value === window ? "plain" : "quiet"}
          aria-pressed={value === window}
          onClick={() => onWindow(value)}
          className="min-w-11 px-2!"
        >
          {labels[value]}
        </Button>
      ))}
    </fieldset>
    <div className="flex items-center">
      <div className="hidden sm:flex">
        <IconButton label="Earlier" onClick={() => onPan(-0.3)}>
          <ChevronLeft aria-hidden size={18} />
        </IconButton>
        <IconButton label="Later" onClick={() => onPan(0.3)}>
          <ChevronRight aria-hidden size={18} />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => onZoom(1.5)}>
          <ZoomOut aria-hidden size={18} />
        </IconButton>
        <IconButton label="Zoom in" onClick={() => onZoom(1 / 1.5)}>
          <ZoomIn aria-hidden size={18} />
        </IconButton>
      </div>
      <IconButton
        label={kind === "candles" ? "Show a line" : "Show candles"}
        onClick={() => onKind(kind === "candles" ? "line" : "candles")}
      >
        {kind === "candles" ? <ChartLine aria-hidden size={18} /> : <ChartCandlestick aria-hidden size={18} />}
      </IconButton>
    </div>
  </div>
);
