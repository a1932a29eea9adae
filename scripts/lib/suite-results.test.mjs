import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";
import { afterSecondRun, countsOf, filesToRepeat } from "./suite-results.mjs";

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
    failures: ["e2e/a.test.ts > test 1: no button 1", "e2e/a.test.ts > test 4: no button 4"],
  });
});

test("a file that fails without a failed test, as when its product does not start, is one failure beside what passed", () => {
  const broken = reported("e2e/a.test.ts", ["passed", "skipped"], { status: "failed", message: "no product" });
  expect(broken).toMatchObject({ passed: 1, failed: 1, failures: ["e2e/a.test.ts: no product"] });
});

const passes = reported("e2e/passes.test.ts", ["passed", "passed"]);
const fails = (/** @type {string} */ name) => reported(`e2e/${name}.test.ts`, ["passed", "failed"]);

test("up to three failed files are run again, and more are not: then the product is broken", () => {
  expect(filesToRepeat([passes])).toEqual([]);
  const three = [passes, fails("a"), fails("b"), fails("c")];
  expect(filesToRepeat(three)).toEqual(["e2e/a.test.ts", "e2e/b.test.ts", "e2e/c.test.ts"]);
  expect(filesToRepeat([...three, fails("d")])).toEqual([]);
});

test("failed files that took more than six minutes together are not run again", () => {
  const long = (/** @type {number} */ minutes) =>
    reported("e2e/long.test.ts", ["failed"], { startTime: 0, endTime: minutes * 60_000 });
  expect(filesToRepeat([long(5), fails("a")])).toEqual(["e2e/long.test.ts", "e2e/a.test.ts"]);
  expect(filesToRepeat([long(6), fails("a")])).toEqual([]);
});

test("a file that passes the second time counts once, by its second run, and its first failures are flaky", () => {
  const first = [passes, reported("e2e/a.test.ts", ["passed", "failed", "failed"])];
  const again = reported("e2e/a.test.ts", ["passed", "passed", "passed"]);
  expect(afterSecondRun(first, [again])).toEqual({
    files: [passes, again],
    flaky: ["e2e/a.test.ts > test 1: no button 1", "e2e/a.test.ts > test 2: no button 2"],
  });
});

test("a file that fails again, by whichever test, keeps its first counts and is not flaky, whatever others do", () => {
  const first = [passes, fails("a"), fails("b")];
  const passed = reported("e2e/b.test.ts", ["passed", "passed"]);
  const failed = reported("e2e/a.test.ts", ["failed", "passed"]);
  expect(afterSecondRun(first, [failed, passed])).toEqual({
    files: [passes, fails("a"), passed],
    flaky: fails("b").failures,
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
