import { expect, it } from "vitest";
import { addSeen, isWholeSeen, sightOf, type VisibilityEntry } from "./visibility.ts";

/** A report of a box of 100 by 200 pixels, of which this much is in sight. */
const report = (from: number, to: number, more: Partial<VisibilityEntry> = {}): VisibilityEntry => ({
  isIntersecting: to > from,
  intersectionRatio: (to - from) / 200,
  boundingClientRect: { top: 0, width: 100, height: 200 },
  intersectionRect: { top: from, width: 100, height: to - from },
  isVisible: true,
  ...more,
});

it("distinguishes cut off from covered, and treats missing information as visible", () => {
  expect(sightOf(report(0, 200))).toBe("whole");
  expect(sightOf(report(0, 199))).toBe("whole");
  expect(sightOf(report(0, 190))).toBe("cut");
  expect(sightOf(report(0, 190, { isVisible: false }))).toBe("cut");
  expect(sightOf(report(0, 200, { isVisible: false }))).toBe("covered");
  const { isVisible, ...older } = report(0, 200);
  expect(isVisible).toBe(true);
  expect(sightOf(older)).toBe("whole");
});

it("counts a line that is higher than the screen as seen once each part of it has been", () => {
  const seenBy = (...reports: VisibilityEntry[]) =>
    isWholeSeen(reports.reduce<ReturnType<typeof addSeen>>(addSeen, []));
  expect(seenBy(report(0, 200))).toBe(true);
  expect(seenBy(report(0, 80), report(60, 140), report(120, 200))).toBe(true);
  expect(seenBy(report(120, 200), report(0, 80), report(60, 140))).toBe(true);
  expect(seenBy(report(0, 80), report(120, 200))).toBe(false);
  expect(seenBy(report(0, 80), report(0, 80), report(0, 80))).toBe(false);
});

it("counts nothing as seen that is covered, cut off at a side or without a height", () => {
  const thin = { top: 0, width: 100, height: 0 };
  for (const hidden of [
    report(0, 200, { isVisible: false }),
    report(0, 200, { isIntersecting: false }),
    report(0, 200, { intersectionRect: { top: 0, width: 90, height: 200 } }),
    report(0, 0, { isIntersecting: true, boundingClientRect: thin, intersectionRect: thin }),
  ])
    expect(isWholeSeen(addSeen([], hidden))).toBe(false);
});
