import { type ChartWindow, chartWindows } from "@tribe/domain/chart";
import { Button, IconButton } from "@tribe/ui";
import { ChartCandlestick, ChartLine } from "@tribe/ui/icons";
import type { ChartChoice } from "./chart-choice.ts";

const labels: Record<ChartWindow, string> = { "1h": "1h", "4h": "4h", "1d": "1d", "1w": "1w", all: "All" };

export interface ChartToolbarProps {
  readonly window: ChartWindow | null;
  readonly onWindow: (window: ChartWindow) => void;
  readonly choice: ChartChoice;
  readonly onChoice: (choice: ChartChoice) => void;
}

/** The chart's controls: the window, price or market cap, candles or line. */
export const ChartToolbar = ({ window, onWindow, choice, onChoice }: ChartToolbarProps) => (
  <div className="flex flex-wrap items-center justify-between">
    <fieldset className="flex">
      <legend className="sr-only">Time shown</legend>
      {chartWindows.map((value) => (
        <Button
          key={value}
          small
          variant={value === window ? "secondary" : "ghost"}
          aria-pressed={value === window}
          onClick={() => onWindow(value)}
          className="min-w-8.5 px-1.5! pointer-coarse:min-w-11"
        >
          {labels[value]}
        </Button>
      ))}
    </fieldset>
    <div className="flex items-center">
      <Button
        small
        variant="ghost"
        onClick={() => onChoice({ ...choice, of: choice.of === "price" ? "marketCap" : "price" })}
        className="px-1.5! whitespace-nowrap text-muted"
      >
        {choice.of === "price" ? "Mkt cap" : "Price"}
      </Button>
      <IconButton
        label={choice.kind === "candles" ? "Show a line" : "Show candles"}
        onClick={() => onChoice({ ...choice, kind: choice.kind === "candles" ? "line" : "candles" })}
      >
        {choice.kind === "candles" ? <ChartLine aria-hidden size={18} /> : <ChartCandlestick aria-hidden size={18} />}
      </IconButton>
    </div>
  </div>
);
