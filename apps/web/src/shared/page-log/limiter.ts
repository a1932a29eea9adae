/** How much the page may send in a window of time. */
export interface LogLimits {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Answers for each record whether it may be sent: at max `max` in a window, and the same record once in it, so that
 * a page that fails in a loop says so and does not flood the server. Times in milliseconds.
 */
export const createLimiter = ({ max, windowMs }: LogLimits) => {
  let sent: { readonly at: number; readonly record: string }[] = [];
  return (record: string, now: number): boolean => {
    sent = sent.filter(({ at }) => now - at < windowMs);
    if (sent.length >= max || sent.some((earlier) => earlier.record === record)) return false;
    sent.push({ at: now, record });
    return true;
  };
};
