/** Farther than this from the server's time, a clock is corrected. The server accepts twice as much (`signingWindowSeconds`). */
const toleranceMs = 30_000;

/** The server's time, as far as its answers have told it: what is signed, or compared with the server's times, uses it. */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Corrects the clock by an answer, unless the server may have written it at its time by this clock.
   * @param date the answer's `Date` header. @param sentAt the device's time when the call was sent; absent after the server has
   * refused this clock's time, which corrects it in any case. Returns whether the header holds a time
   */
  correct(date: string | null, sentAt?: number): boolean;
  /** Whether the device's clock may have been set since the last answer: it and the time since the page began disagree. */
  isInDoubt(): boolean;
}

/** The device's clocks; a test gives its own. */
interface DeviceClocks {
  /** Milliseconds since 1970, which a person or the network may set at any time. */
  readonly now: () => number;
  /** Milliseconds that nobody sets; most devices stop it while they sleep. */
  readonly elapsed: () => number;
}
const ownClocks: DeviceClocks = { now: () => Date.now(), elapsed: () => performance.now() };

/** Where the difference is kept: milliseconds to add to the device's clock. A page's is a store that components follow. */
export interface ClockLead {
  get(): number;
  set(lead: number): void;
}
const leadInMemory = (): ClockLead => {
  let lead = 0;
  return {
    get: () => lead,
    set: (next) => {
      lead = next;
    },
  };
};

/** Creates a {@link ServerClock}, which shows the device's time until an answer contradicts it. */
export const createServerClock = (lead = leadInMemory(), clocks = ownClocks): ServerClock => {
  const sinceStart = () => clocks.now() - clocks.elapsed();
  let start = sinceStart();
  return {
    now: () => clocks.now() + lead.get(),
    correct: (date, sentAt) => {
      const servedAt = Date.parse(date ?? "");
      if (Number.isNaN(servedAt)) return false;
      const receivedAt = clocks.now();
      const isPossible =
        sentAt !== undefined &&
        servedAt >= sentAt + lead.get() - toleranceMs &&
        servedAt <= receivedAt + lead.get() + toleranceMs;
      if (!isPossible) lead.set(servedAt - receivedAt);
      start = sinceStart();
      return true;
    },
    isInDoubt: () => Math.abs(sinceStart() - start) > toleranceMs,
  };
};
