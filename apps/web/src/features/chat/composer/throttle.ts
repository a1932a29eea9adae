import { typingSeconds } from "@tribe/contract";

/** Runs `work` at most once per pause: the first call runs it, further ones within the pause do nothing. */
export const createThrottle = (work: () => void, pause = typingSeconds * 1_000): (() => void) => {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now();
    if (now - last < pause) return;
    last = now;
    work();
  };
};
