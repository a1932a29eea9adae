import type { SyntheticEvent } from "react";

/** Passes only trusted events, from the person's own hand or keyboard: script can press nothing here. */
export const trusted =
  (run: () => void) =>
  (event: Pick<SyntheticEvent, "nativeEvent">): void => {
    if (event.nativeEvent.isTrusted) run();
  };
