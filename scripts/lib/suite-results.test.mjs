import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";
import { afterSecondRun, countsOf, filesToRepeat, isWholeAndGreen, maxRepeats } from "./suite-results.mjs";

/**
 * One file of Vitest's report, by its tests' results.
 * @param {string} file
 * @param {string[]} statuses
 * @param {Partial<import("./suite-results.mjs").FileResult>} [rest]
 */
const reported = (file, statuses, rest = {}) =>
  countsOf({
    name: join(root, file),
    status: statuses.includes("failed") ? "failed" : "passed",
    message: "",
    startTime: 1_000,
    endTime: 61_000,
    assertionResults: statuses.map((status, index) => ({
      status,
      fullName: `test ${index}`,
      failureMessages: status === "failed" ? [`no button ${index}`] : [],
    })),
    ...rest,
  });

test("counts a file's tests, and names the failed ones with their messages", () => {
  expect(reported("e2e/a.test.ts", ["passed", "failed", "skipped", "passed", "failed"])).toEqual({
    file: "e2e/a.test.ts",
    ms: 60_000,
    passed: 2,
    failed: 2,
    skipped: 1,
    titles: ["test 1", "test 4"],
    failures: ["e2e/a.test.ts > test 1: no button 1", "e2e/a.test.ts > test 4: no button 4"],
  });
});

test("a file that fails without a failed test, as when its product does not start, is one failure beside what passed", () => {
  const broken = reported("e2e/a.test.ts", ["passed", "skipped"], { status: "failed", message: "no product" });
  expect(broken).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ["e2e/a.test.ts: no product"],
    titles: ["(its beginning)"],
  });
});

const passes = reported("e2e/passes.test.ts", ["passed", "passed"]);
const fails = (/** @type {string} */ name) => reported(`e2e/${name}.test.ts`, ["passed", "failed"]);

test("two failed files may be run again in a whole run, and when more fail none is: then the product is broken", () => {
  expect(filesToRepeat([passes], maxRepeats)).toEqual([]);
  const two = [passes, fails("a"), fails("b")];
  expect(filesToRepeat(two, maxRepeats)).toEqual(["e2e/a.test.ts", "e2e/b.test.ts"]);
  expect(filesToRepeat([...two, fails("c")], maxRepeats)).toEqual([]);
});

test("what an earlier suite of the same run repeated is no longer left for a later one", () => {
  expect(filesToRepeat([passes, fails("a")], 1)).toEqual(["e2e/a.test.ts"]);
  expect(filesToRepeat([fails("a"), fails("b")], 1)).toEqual([]);
  expect(filesToRepeat([fails("a")], 0)).toEqual([]);
});

test("a file that passes the second time counts once, by its second run, and its first failures are flaky", () => {
  const first = [passes, reported("e2e/a.test.ts", ["passed", "failed", "failed"])];
  const again = reported("e2e/a.test.ts", ["passed", "passed", "passed"]);
  expect(afterSecondRun(first, [again])).toEqual({
    files: [passes, again],
    flaky: [
      { file: "e2e/a.test.ts", title: "test 1" },
      { file: "e2e/a.test.ts", title: "test 2" },
    ],
  });
});

test("a file that fails again, by whichever test, keeps its first counts and is not flaky, whatever others do", () => {
  const first = [passes, fails("a"), fails("b")];
  const passed = reported("e2e/b.test.ts", ["passed", "passed"]);
  const failed = reported("e2e/a.test.ts", ["failed", "passed"]);
  expect(afterSecondRun(first, [failed, passed])).toEqual({
    files: [passes, fails("a"), passed],
    flaky: [{ file: "e2e/b.test.ts", title: "test 1" }],
  });
});

test("a second run without a report, and one that skipped every test, change nothing", () => {
  const first = [passes, fails("a")];
  expect(afterSecondRun(first, [])).toEqual({ files: first, flaky: [] });
  expect(afterSecondRun(first, [reported("e2e/a.test.ts", ["skipped", "skipped"])])).toEqual({
    files: first,
    flaky: [],
  });
});

test("suites are proven by a run of all their files in which nothing failed and nothing was skipped", () => {
  const paths = ["programs/a.test.ts", "programs/b.test.ts"];
  const green = paths.map((path) => reported(path, ["passed", "passed"]));
  expect(isWholeAndGreen([passes, ...green], paths)).toBe(true);
  expect(isWholeAndGreen([...green, fails("of-another-folder")], paths)).toBe(true);
  expect(isWholeAndGreen(green, [...paths, "programs/left-out-by-a-filter.test.ts"])).toBe(false);
  for (const statuses of [["passed", "failed"], ["passed", "skipped"], ["skipped"], []])
    expect(isWholeAndGreen([reported("programs/a.test.ts", statuses), ...green.slice(1)], paths)).toBe(false);
  expect(isWholeAndGreen([], [])).toBe(false);
});
