/** Date and time in the person's own time zone and language. */
export const dateTime = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The same in fewer letters, for a time within the next days. */
export const shortDateTime = (at: number): string =>
  new Date(at).toLocaleString(undefined, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** The day only, with its month in full: 28 December. */
export const longDayOf = (at: number): string =>
  new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "long" });

/** The day only. */
export const dayOf = (at: number): string => new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
