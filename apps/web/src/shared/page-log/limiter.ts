/** The limits of what the page may send per window of time. */
export interface LogLimits {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Returns whether a record may be sent: at most `max` per window, and equal records once per window, so that a page that fails in
 * a loop reports it without flooding the server. Times in milliseconds.
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
