import { shortDate } from "./clock.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** Created for the first time that is shown, as in clock.ts. */
let formatter: Intl.RelativeTimeFormat | null = null;
const ago = (count: number, unit: "minute" | "hour" | "day"): string => {
  formatter ??= new Intl.RelativeTimeFormat(undefined, { style: "narrow", numeric: "auto" });
  return formatter.format(-count, unit);
};

/**
 * "now", "5m ago", "yesterday" in the person's locale, and the date from a week on. Both in milliseconds since 1970; a
 * time slightly ahead of our clock is "now".
 */
export const relativeTime = (at: number, now: number): string => {
  const age = now - at;
  if (age < minute) return "now";
  if (age < hour) return ago(Math.floor(age / minute), "minute");
  if (age < day) return ago(Math.floor(age / hour), "hour");
  return age < week ? ago(Math.floor(age / day), "day") : shortDate(at);
};

/** The age alone, for a narrow column: "now", "13 m", "2 h", "3 d", and the date from a week on. */
export const shortAge = (at: number, now: number): string => {
  const age = now - at;
  if (age < minute) return "now";
  if (age < hour) return `${Math.floor(age / minute)}\u00a0m`;
  if (age < day) return `${Math.floor(age / hour)}\u00a0h`;
  return age < week ? `${Math.floor(age / day)}\u00a0d` : shortDate(at);
};

/** A young token's age and number of trades: "6 min old, 16 trades". @param trades null while unknown */
export const youngWords = (ageMs: number, trades: number | null): string => {
  const age =
    ageMs < minute
      ? "New"
      : ageMs < hour
        ? `${Math.floor(ageMs / minute)}\u00a0min old`
        : `${Math.floor(ageMs / hour)}\u00a0h old`;
  return trades === null ? age : `${age}, ${trades === 1 ? "1 trade" : `${trades} trades`}`;
};
