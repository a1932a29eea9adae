// What the files of a Vitest run came to, and what a second run of those that failed changes about it.
import { relative } from "node:path";
import { root } from "./run.mjs";

/** The most characters of a failure's message in the closing list. */
const shown = 1_500;
/** In one run of the gate so many files are repeated at most: with more that fail the product is broken, and a repeat shows nothing new. */
export const maxRepeats = 2;

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult */
/**
 * The fields of Vitest's JSON report that are read here.
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult
 */
/**
 * A file's tests, counted. Failures: a line or more each; titles: those of the failed tests. A file that fails without a failed test
 * counts as one failure.
 * @typedef {{ file: string, ms: number, passed: number, failed: number, skipped: number, failures: string[], titles: string[] }} FileCounts
 */

/**
 * Counts the tests of one file of the report, and names those that failed.
 * @param {FileResult} result
 * @returns {FileCounts}
 */
export const countsOf = ({ name, status, message, startTime, endTime, assertionResults }) => {
  const file = relative(root, name);
  const failedTests = assertionResults.filter((test) => test.status === "failed");
  const titles = failedTests.map((test) => test.fullName);
  const failures = failedTests.map(
    (test) => `${file} > ${test.fullName}: ${(test.failureMessages ?? []).join("\n").slice(0, shown)}`,
  );
  if (failures.length === 0 && status === "failed") {
    titles.push("(its beginning)");
    failures.push(`${file}: ${message}`);
  }
  const passed = assertionResults.filter((test) => test.status === "passed").length;
  const skipped = assertionResults.length - passed - failedTests.length;
  return { file, ms: endTime - startTime, passed, failed: failures.length, skipped, failures, titles };
};

/**
 * Whether all test files of folders ran whole and passed: no file is missing, and no test of one was skipped.
 * @param {FileCounts[]} files what ran
 * @param {string[]} expected paths of all test files that there are in these folders
 */
export const isWholeAndGreen = (files, expected) =>
  expected.length > 0 &&
  expected.every((path) =>
    files.some(({ file, passed, failed, skipped }) => file === path && passed > 0 && failed === 0 && skipped === 0),
  );

/**
 * The files to run a second time: those that failed, or none when they are more than may still be repeated in this run.
 * @param {FileCounts[]} files
 * @param {number} left
 * @returns {string[]}
 */
export const filesToRepeat = (files, left) => {
  const failed = files.filter((one) => one.failed > 0);
  return failed.length > left ? [] : failed.map(({ file }) => file);
};

/**
 * Puts the counts of a second run in the place of the first's, for each file that failed first and passed then. The tests of such a
 * file that failed first are returned as flaky; every other file keeps what it came to.
 * @param {FileCounts[]} first
 * @param {FileCounts[]} second
 * @returns {{ files: FileCounts[], flaky: { file: string, title: string }[] }}
 */
export const afterSecondRun = (first, second) => {
  /** @type {{ file: string, title: string }[]} */
  const flaky = [];
  const files = first.map((one) => {
    const again = second.find(({ file }) => file === one.file);
    // A file whose tests were all skipped has proven nothing.
    if (one.failed === 0 || !again || again.failed > 0 || again.passed === 0) return one;
    flaky.push(...one.titles.map((title) => ({ file: one.file, title })));
    return again;
  });
  return { files, flaky };
};
