/**
 * Dates and times in the person's locale, each in one form everywhere. A formatter is created when its first time is shown,
 * because creating one takes longer than rendering a list. All times in milliseconds since 1970.
 */
const formatter = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | null = null;
  return (at: number): string => {
    made ??= new Intl.DateTimeFormat(undefined, options);
    return made.format(at);
  };
};

/** Hour and minute: "9:05 AM", "09:05". */
export const clockTime = formatter({ timeStyle: "short" });
/** A day of this year: "Nov 3", "3. Nov.". */
export const shortDate = formatter({ day: "numeric", month: "short" });
/** A day and its time, exact to the minute: behind a relative time, in a table. */
export const exactTime = formatter({ dateStyle: "medium", timeStyle: "short" });
/** A month: "November 2026". */
export const monthOf = formatter({ month: "long", year: "numeric" });
const fullDate = formatter({ weekday: "short", day: "numeric", month: "short", year: "numeric" });

/** "Today", "Yesterday", or the date. */
export const dayName = (at: number, now: number): string => {
  const day = new Date(at).toDateString();
  if (day === new Date(now).toDateString()) return "Today";
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === yesterday.toDateString() ? "Yesterday" : fullDate(at);
};
