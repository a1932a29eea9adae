import { useCallback, useEffect, useState } from "react";

/** What the chart's chunk brings. */
export type ChartTools = Pick<typeof import("./price-chart.ts"), "createPriceChart" | "readColours">;

/** The chart's own chunk: on its way, here, or not to be had. */
export type ChartModuleState =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly tools: ChartTools }
  | { readonly kind: "failed" };

/** Runs work once the page has loaded and is idle. @returns how to call it off. */
const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 3_000 });
  return () => cancelIdleCallback(handle);
};

/** Loads the chart's library after the page is usable. `retry` asks again when it failed. */
export const useChartModule = (): { readonly state: ChartModuleState; readonly retry: () => void } => {
  const [state, setState] = useState<ChartModuleState>({ kind: "loading" });
  const load = useCallback(() => {
    setState({ kind: "loading" });
    import("./price-chart.ts").then(
      ({ createPriceChart, readColours }) => setState({ kind: "ready", tools: { createPriceChart, readColours } }),
      () => setState({ kind: "failed" }),
    );
  }, []);
  useEffect(() => {
    if (document.readyState === "complete") return whenIdle(load);
    let cancel = () => removeEventListener("load", begin);
    const begin = () => {
      cancel = whenIdle(load);
    };
    addEventListener("load", begin, { once: true });
    return () => cancel();
  }, [load]);
  return { state, retry: load };
};
