const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** "now", "5 min. ago", "yesterday". Both in milliseconds since 1970; a time slightly ahead of our clock is "now". */
export const relativeTime = (at: number, now: number): string => {
  const age = now - at;
  for (const [unit, length] of units) if (age >= length) return format.format(-Math.floor(age / length), unit);
  return "now";
};
