import { useCallback, useEffect, useRef, useState } from "react";

/** The state of the chart's chunk: not loaded (not requested, or loading), loaded, or failed. */
export type ChartModuleState =
  | { readonly kind: "still" }
  | ({ readonly kind: "ready" } & Pick<typeof import("./ChartCanvas.tsx"), "ChartCanvas" | "ChartSteps">)
  | { readonly kind: "failed" };

/** A mouse or a touchpad: a device that loads the library without a noticeable delay. */
const finePointer = "(hover: hover) and (pointer: fine)";

/** Runs a callback when the page is idle. @returns a function that cancels it */
const whenIdle = (work: () => void): (() => void) => {
  // Safari has no `requestIdleCallback`.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work);
  return () => cancelIdleCallback(idle);
};

/**
 * Loads the chart library, which costs a phone more than the rest of the page. A desktop loads it when the page is idle, a
 * phone when the person scrolls, or an interaction with the chart calls `wake`; further calls do nothing. `retry` loads it
 * again after a failure.
 */
export const useChartModule = (): {
  readonly state: ChartModuleState;
  readonly wake: () => void;
  readonly retry: () => void;
} => {
  const [state, setState] = useState<ChartModuleState>({ kind: "still" });
  const isAwake = useRef(false);
  const retry = useCallback(() => {
    setState({ kind: "still" });
    import("./ChartCanvas.tsx").then(
      ({ ChartCanvas, ChartSteps }) => setState({ kind: "ready", ChartCanvas, ChartSteps }),
      () => setState({ kind: "failed" }),
    );
  }, []);
  const wake = useCallback(() => {
    if (isAwake.current) return;
    isAwake.current = true;
    retry();
  }, [retry]);
  useEffect(() => (matchMedia(finePointer).matches ? whenIdle(wake) : undefined), [wake]);
  useEffect(() => {
    // An element of the page scrolls, not the window, and its event does not bubble: it must be captured.
    const options = { capture: true, passive: true, once: true };
    addEventListener("scroll", wake, options);
    return () => removeEventListener("scroll", wake, options);
  }, [wake]);
  return { state, wake, retry };
};
