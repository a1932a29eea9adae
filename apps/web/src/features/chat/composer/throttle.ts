import { typingSeconds } from "@tribe/contract";

/** Does something at most once in a while: the first call does it, those that follow soon do nothing. */
export const createThrottle = (work: () => void, pause = typingSeconds * 1_000): (() => void) => {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now();
    if (now - last < pause) return;
    last = now;
    work();
  };
};
