import { expect, it } from "vitest";
import { relativeTime } from "./relative-time.ts";

it("tells a time in the largest unit that fits, and nothing from the future", () => {
  const now = 10 * 86_400_000;
  const ago = [-5_000, 0, 59_000, 60_000, 3_600_000, 2 * 86_400_000].map((age) => relativeTime(now - age, now));
  expect(ago).toEqual(["now", "now", "now", "1 min. ago", "1 hr. ago", "2 days ago"]);
});
