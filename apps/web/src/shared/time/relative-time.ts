const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * "now", "5 min. ago", "yesterday". Both in milliseconds since 1970; a time slightly ahead of our clock is "now". The words
 * are our own, because making one Intl.RelativeTimeFormat takes longer than all else that a page's parts do as they load.
 */
export const relativeTime = (at: number, now: number): string => {
  const age = now - at;
  if (age < minute) return "now";
  if (age < hour) return `${Math.floor(age / minute)} min. ago`;
  if (age < day) return `${Math.floor(age / hour)} hr. ago`;
  const days = Math.floor(age / day);
  return days === 1 ? "yesterday" : `${days} days ago`;
};
