/** A moment in the person's own time and words. */
export const moment = (at: number): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
