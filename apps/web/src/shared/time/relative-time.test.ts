import { expect, it } from "vitest";
import { shortDate } from "./clock.ts";
import { relativeTime, shortAge, youngWords } from "./relative-time.ts";

const now = new Date(2026, 2, 12, 9, 5).getTime();

it("tells a time in the largest unit that fits, in the person's locale, and nothing from the future", () => {
  const narrow = new Intl.RelativeTimeFormat(undefined, { style: "narrow", numeric: "auto" });
  const shown = [-5_000, 0, 59_000, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, 2 * 86_400_000].map((age) =>
    relativeTime(now - age, now),
  );
  expect(shown).toEqual([
    "now",
    "now",
    "now",
    narrow.format(-1, "minute"),
    narrow.format(-59, "minute"),
    narrow.format(-1, "hour"),
    narrow.format(-23, "hour"),
    narrow.format(-1, "day"),
    narrow.format(-2, "day"),
  ]);
});

it("tells the date from a week on", () => {
  expect(relativeTime(now - 6 * 86_400_000, now)).not.toBe(shortDate(now - 6 * 86_400_000));
  expect(relativeTime(now - 7 * 86_400_000, now)).toBe(shortDate(now - 7 * 86_400_000));
});

it("tells the age alone in a narrow column", () => {
  const minute = 60_000;
  const ages = [0, 13 * minute, 119 * minute, 3 * 1_440 * minute];
  expect(ages.map((age) => shortAge(now - age, now).replace("\u00a0", " "))).toEqual(["now", "13 m", "1 h", "3 d"]);
  expect(shortAge(now - 7 * 1_440 * minute, now)).toBe(shortDate(now - 7 * 1_440 * minute));
});

it("tells a young token's age with its trades", () => {
  expect(youngWords(370_000, 16).replace("\u00a0", " ")).toBe("6 min old, 16 trades");
  expect(youngWords(7_300_000, 1).replace("\u00a0", " ")).toBe("2 h old, 1 trade");
  expect(youngWords(-5, null)).toBe("New");
});
