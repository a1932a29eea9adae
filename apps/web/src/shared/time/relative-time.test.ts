import { expect, it } from "vitest";
import { relativeTime } from "./relative-time.ts";

it("tells a time in the largest unit that fits, and nothing from the future", () => {
  const now = 10 * 86_400_000;
  const ago = [-5_000, 0, 59_000, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, 2 * 86_400_000].map((age) =>
    relativeTime(now - age, now),
  );
  expect(ago).toEqual([
    "now",
    "now",
    "now",
    "1 min. ago",
    "59 min. ago",
    "1 hr. ago",
    "23 hr. ago",
    "yesterday",
    "2 days ago",
  ]);
});
