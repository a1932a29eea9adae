// Runs Vitest, and counts tests by its JSON report for the last line of `npm test`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root, runTool } from "./run.mjs";

/** The most characters of a failure's message in the closing list. */
const shown = 1_500;

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult */
/**
 * The fields of Vitest's JSON report that are read here.
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numFailedTestSuites: number, testResults: FileResult[] }} Report
 */

/**
 * Runs one Vitest project, counts its tests and names those that failed. A run that ends without a report counts as one
 * failure.
 * @param {string} project
 * @param {Record<string, string>} [env]
 * @param {string[]} [only] parts of file names
 * @returns {Promise<{ passed: number, failed: number, failures: string[], files: { file: string, ms: number }[] }>}
 *   failures: a line or more each; files: how long each took
 */
export const runSuite = async (project, env = {}, only = []) => {
  const folder = mkdtempSync(join(tmpdir(), "tribe-tests-"));
  const report = join(folder, "report.json");
  const { code } = await runTool(
    "vitest/vitest.mjs",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...only],
    { env },
  );
  try {
    /** @type {Report} */
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    const broken = code !== 0 && numFailedTests === 0;
    const failures = testResults.flatMap(failuresOf);
    if (broken && failures.length === 0) failures.push(`${project}: the run ended with code ${code}, no test failed`);
    const failed = broken ? Math.max(1, numFailedTestSuites) : numFailedTests;
    const files = testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime,
    }));
    return { passed: numPassedTests, failed, failures, files };
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`${project}: no report was written (${error})`], files: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The failures in one file of Vitest's JSON report: tests by their names, or the file itself.
 * @param {FileResult} result
 */
const failuresOf = ({ name, status, message, assertionResults }) => {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [`${file}: ${message}`] : [];
  return failed.map((test) => `${file} > ${test.fullName}: ${(test.failureMessages ?? []).join("\n").slice(0, shown)}`);
};
