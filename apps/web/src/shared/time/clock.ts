/** Made when the first time is shown: one Intl formatter takes longer to make than a list to draw. */
let clock: Intl.DateTimeFormat | null = null;
let dates: Intl.DateTimeFormat | null = null;

/** Hour and minute as the person's locale writes them. @param at milliseconds since 1970 */
export const clockTime = (at: number): string => {
  clock ??= new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
  return clock.format(at);
};

/** "Today", "Yesterday", or the date. Both in milliseconds since 1970. */
export const dayName = (at: number, now: number): string => {
  const day = new Date(at).toDateString();
  if (day === new Date(now).toDateString()) return "Today";
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === yesterday.toDateString()) return "Yesterday";
  dates ??= new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
  return dates.format(at);
};
