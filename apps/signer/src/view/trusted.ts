import type { SyntheticEvent } from "react";

/** Passes only events that the person's own hand or keyboard made: script can press nothing here. */
export const trusted =
  (run: () => void) =>
  (event: Pick<SyntheticEvent, "nativeEvent">): void => {
    if (event.nativeEvent.isTrusted) run();
  };
