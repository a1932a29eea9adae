/** Date and time in the person's own time and words. */
export const dateTime = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The day alone. */
export const dayOf = (at: number): string => new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
