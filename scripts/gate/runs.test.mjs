import { expect, test } from "vitest";
import { lineOf, parseRuns, recordedRuns, repeatedAgain } from "./runs.mjs";

const story = { file: "e2e/gate/swap.test.ts", title: "a swap is confirmed" };
/** @param {string} commit @param {import("./runs.mjs").Story[]} [repeats] */
const gateRun = (commit, repeats = []) => ({ commit, minutes: 11.5, failed: 0, repeats });
/** @param {number} count @returns {import("./runs.mjs").GateRun[]} */
const quiet = (count) => Array.from({ length: count }, (_, index) => gateRun(`quiet${index}`));

test("a story that is repeated for the first time in ten runs is no fault of the run", () => {
  expect(repeatedAgain([], [story])).toEqual([]);
  expect(repeatedAgain(quiet(12), [story])).toEqual([]);
  expect(repeatedAgain([gateRun("a"), ...quiet(3)], [])).toEqual([]);
});

test("a story that was repeated in one of the last nine kept runs is red when it is repeated once more, and in the tenth before it is not", () => {
  const message =
    "e2e/gate/swap.test.ts > a swap is confirmed: repeated at abc, too, within 10 runs. Find its fault and mend it.";
  expect(repeatedAgain([gateRun("abc", [story])], [story])).toEqual([message]);
  expect(repeatedAgain([...quiet(5), gateRun("abc", [story]), ...quiet(8)], [story])).toEqual([message]);
  expect(repeatedAgain([...quiet(5), gateRun("abc", [story]), ...quiet(9)], [story])).toEqual([]);
});

test("another story of the same file, or the same title in another file, is another story", () => {
  const recorded = [gateRun("abc", [story])];
  expect(repeatedAgain(recorded, [{ ...story, title: "a swap fails" }])).toEqual([]);
  expect(repeatedAgain(recorded, [{ ...story, file: "apps/web/screens/swap.screen.test.tsx" }])).toEqual([]);
});

test("a kept run is one line, and is read back as it was", () => {
  const run = { commit: "0123456789ab", minutes: 11.53, failed: 1, repeats: [story] };
  const text = lineOf(run) + lineOf(gateRun("b"));
  expect(text.split("\n")).toHaveLength(3);
  expect(parseRuns(text)).toEqual([{ ...run, minutes: 11.5 }, gateRun("b")]);
});

test("every committed line is a run", () => {
  for (const run of recordedRuns())
    expect(run).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{12}$/),
      minutes: expect.any(Number),
      failed: expect.any(Number),
      repeats: expect.any(Array),
    });
});
