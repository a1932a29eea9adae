// What the files of a Vitest run came to, and what a second run of those that failed changes about it.
import { relative } from "node:path";
import { root } from "./run.mjs";

/** The most characters of a failure's message in the closing list. */
const shown = 1_500;
/** With more failed files than this the product is broken, and a second run would show nothing new. */
const maxFiles = 3;
/** The most that the failed files together may have taken, so that `npm test` keeps its limit of 25 minutes. */
const maxMs = 6 * 60_000;

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult */
/**
 * The fields of Vitest's JSON report that are read here.
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult
 */
/**
 * A file's tests, counted. Failures: a line or more each. A file that fails without a failed test counts as one failure.
 * @typedef {{ file: string, ms: number, passed: number, failed: number, failures: string[] }} FileCounts
 */

/**
 * Counts the tests of one file of the report, and names those that failed.
 * @param {FileResult} result
 * @returns {FileCounts}
 */
export const countsOf = ({ name, status, message, startTime, endTime, assertionResults }) => {
  const file = relative(root, name);
  const failures = assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => `${file} > ${test.fullName}: ${(test.failureMessages ?? []).join("\n").slice(0, shown)}`);
  if (failures.length === 0 && status === "failed") failures.push(`${file}: ${message}`);
  const passed = assertionResults.filter((test) => test.status === "passed").length;
  return { file, ms: endTime - startTime, passed, failed: failures.length, failures };
};

/**
 * The files to run a second time: those that failed, or none when they are too many or took too long.
 * @param {FileCounts[]} files
 * @returns {string[]}
 */
export const filesToRepeat = (files) => {
  const failed = files.filter((one) => one.failed > 0);
  const ms = failed.reduce((sum, one) => sum + one.ms, 0);
  return failed.length > maxFiles || ms > maxMs ? [] : failed.map(({ file }) => file);
};

/**
 * Puts the counts of a second run in the place of the first's, for each file that failed first and passed then. Such a file's
 * first failures are returned as flaky; every other file keeps what it came to.
 * @param {FileCounts[]} first
 * @param {FileCounts[]} second
 * @returns {{ files: FileCounts[], flaky: string[] }}
 */
export const afterSecondRun = (first, second) => {
  /** @type {string[]} */
  const flaky = [];
  const files = first.map((one) => {
    const again = second.find(({ file }) => file === one.file);
    // A file whose tests were all skipped has proven nothing.
    if (one.failed === 0 || !again || again.failed > 0 || again.passed === 0) return one;
    flaky.push(...one.failures);
    return again;
  });
  return { files, flaky };
};
