/** Timers of a page that end when the test says so. */
export interface HeldTimers {
  /** How many run now. */
  readonly running: () => number;
  /** Lets their time pass: those that run end. */
  readonly pass: () => void;
}

/** Holds the timers of a page that are set from now on for this time, in milliseconds. */
export const holdTimers = (window: Window & typeof globalThis, time: number): HeldTimers => {
  const { setTimeout: set, clearTimeout: clear } = window;
  const held = new Map<number, () => void>();
  let number = -1; // a browser's own are positive
  const setHeld = (handler: () => void, delay?: number): unknown => {
    if (delay !== time) return set.call(window, handler, delay);
    number -= 1;
    held.set(number, handler);
    return number;
  };
  const clearHeld = (timer?: number): void => {
    if (timer === undefined || !held.delete(timer)) clear.call(window, timer);
  };
  Object.assign(window, { setTimeout: setHeld, clearTimeout: clearHeld });
  return {
    running: () => held.size,
    pass: () => {
      const due = [...held.values()];
      held.clear();
      for (const end of due) end();
    },
  };
};
