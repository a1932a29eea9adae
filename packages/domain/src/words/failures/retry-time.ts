/** Below it a number of seconds says more than a time of day. */
const shortSeconds = 60;

/**
 * A moment as people say it: "at 17:09", or with its day if that is another one.
 * @param at and @param now in milliseconds since 1970
 */
export const momentWords = (at: number, now: number): string => {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const day = isToday ? "" : `on ${new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" }).format(at)} `;
  return `${day}at ${new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at)}`;
};

/** When something may be tried again: "Try again in 40 s.", from a minute on "Try again at 17:09." */
export const retryTime = (seconds: number, now: number = Date.now()): string => {
  const whole = Math.ceil(seconds);
  if (whole < shortSeconds) return `Try again in ${whole} s.`;
  // The next full minute: at the one before it would be refused again.
  const minute = 60_000;
  return `Try again ${momentWords(Math.ceil((now + whole * 1_000) / minute) * minute, now)}.`;
};
