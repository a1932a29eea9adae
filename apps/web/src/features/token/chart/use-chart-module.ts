import { useCallback, useEffect, useRef, useState } from "react";

/** The chart's own chunk: not here (nobody has wanted it, or it is on its way), here, or not to be had. */
export type ChartModuleState =
  | { readonly kind: "still" }
  | ({ readonly kind: "ready" } & Pick<typeof import("./ChartCanvas.tsx"), "ChartCanvas" | "ChartSteps">)
  | { readonly kind: "failed" };

/** A mouse or a touchpad: a machine that the library costs nothing that one feels. */
const finePointer = "(hover: hover) and (pointer: fine)";

/** Runs it when the page has nothing better to do. @returns how to prevent that. */
const whenIdle = (work: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work);
  return () => cancelIdleCallback(idle);
};

/**
 * The chart's library, which costs a phone more than the rest of the page. A desktop loads it as soon as the page rests,
 * a phone when somebody scrolls the page, or with `wake`, which is for whatever points at the chart; more calls do
 * nothing. `retry` asks again when it failed.
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
    // What scrolls is an element of the page, whose event does not bubble.
    const options = { capture: true, passive: true, once: true };
    addEventListener("scroll", wake, options);
    return () => removeEventListener("scroll", wake, options);
  }, [wake]);
  return { state, wake, retry };
};
