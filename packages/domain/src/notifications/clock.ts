/** Milliseconds of a minute and a day. */
const minuteMs = 60_000;
const dayMinutes = 1_440;

/** A person's quiet hours: minutes of their day. `to` may be after midnight; equal ends are the whole day. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
};

/** Local day and minute of a point in time. @param at milliseconds since 1970 */
export const localTime = (at: number, timeZone: string): { readonly day: string; readonly minute: number } => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? "";
  return { day: `${of("year")}-${of("month")}-${of("day")}`, minute: Number(of("hour")) * 60 + Number(of("minute")) };
};

/**
 * The next time after `at` at which it is this minute of the day in this zone. When a clock change repeats the minute, the
 * first time; when it skips the minute, as much later as it skips.
 */
export const nextLocalMinute = (at: number, minute: number, timeZone: string): number => {
  const whole = Math.floor(at / minuteMs) * minuteMs;
  /** Minutes from the local time then to `minute`, at most half a day in either direction. */
  const missing = (then: number): number => {
    const ahead = (minute - localTime(then, timeZone).minute + dayMinutes) % dayMinutes;
    return ahead > dayMinutes / 2 ? ahead - dayMinutes : ahead;
  };
  const ahead = (minute - localTime(whole, timeZone).minute + dayMinutes) % dayMinutes || dayMinutes;
  const guess = whole + ahead * minuteMs;
  // A clock change in between shifts the result by its size.
  const moved = guess + missing(guess) * minuteMs;
  return moved > at && missing(moved) === 0 ? moved : guess;
};

/** When the current quiet hours end; null outside of them. @param at milliseconds since 1970 */
export const quietUntil = (at: number, quiet: QuietHours | null, timeZone: string): number | null => {
  if (!quiet) return null;
  const { minute } = localTime(at, timeZone);
  const { from, to } = quiet;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? nextLocalMinute(at, to, timeZone) : null;
};
