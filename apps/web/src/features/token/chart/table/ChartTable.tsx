import type { Candle } from "@tribe/domain/chart";
import { Skeleton } from "@tribe/ui";
import { lazy, Suspense, useState } from "react";
import { part } from "../../../../shared/navigation/part.ts";
import type { ChartChoice } from "../chart-choice.ts";

const ChartRows = lazy(part(() => import("./ChartRows.tsx").then((m) => ({ default: m.ChartRows }))));

/** The chart's candles as a table, newest first: for screen readers, and for people who want the figures. */
export const ChartTable = ({ candles, of }: { candles: readonly Candle[]; of: ChartChoice["of"] }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-9 w-fit cursor-pointer items-center rounded-control text-xs text-muted underline underline-offset-2 pointer-coarse:min-h-11">
        Show as a table
      </summary>
      {isOpen ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ChartRows candles={candles} of={of} />
        </Suspense>
      ) : null}
    </details>
  );
};
