// Runs Vitest, and counts tests by its JSON report for the last line of `npm test`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run.mjs";
import { afterSecondRun, countsOf, filesToRepeat } from "./suite-results.mjs";
import { say } from "./terminal.mjs";

/** @typedef {import("./suite-results.mjs").FileCounts} FileCounts */
/**
 * failures: a line or more each; flaky: the first failures of files that passed when they were run again.
 * @typedef {{ passed: number, failed: number, failures: string[], flaky: string[], files: FileCounts[] }} Counts
 */

/**
 * Runs files of one Vitest project.
 * @param {string} project
 * @param {Record<string, string>} env
 * @param {string[]} only parts of file names; all files if there are none
 * @returns {Promise<{ files: FileCounts[], problem: string | null }>} problem: why the run failed although no file did
 */
const runFiles = async (project, env, only) => {
  const folder = mkdtempSync(join(tmpdir(), "tribe-tests-"));
  const report = join(folder, "report.json");
  const { code } = await runTool(
    "vitest/vitest.mjs",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...only],
    { env },
  );
  try {
    /** @type {{ testResults: import("./suite-results.mjs").FileResult[] }} */
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    const files = testResults.map(countsOf);
    const isSilent = code !== 0 && files.every(({ failed }) => failed === 0);
    return { files, problem: isSilent ? `${project}: the run ended with code ${code}, no test failed` : null };
  } catch (error) {
    return { files: [], problem: `${project}: no report was written (${error})` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Runs one Vitest project, counts its tests and names those that failed. A run that ends without a report counts as one
 * failure.
 * @param {string} project
 * @param {Record<string, string>} [env]
 * @param {{ only?: string[], repeat?: boolean }} [options] only: parts of file names; repeat: files that fail are run once
 *   more, by themselves, and count as passed if they pass then
 * @returns {Promise<Counts>}
 */
export const runSuite = async (project, env = {}, { only = [], repeat = false } = {}) => {
  const first = await runFiles(project, env, only);
  const again = repeat ? filesToRepeat(first.files) : [];
  if (again.length > 0) say(`Once more, by themselves: ${again.join(", ")}`);
  const second = again.length > 0 ? (await runFiles(project, { ...env, TRIBE_SECOND_RUN: "1" }, again)).files : [];
  const { files, flaky } = afterSecondRun(first.files, second);
  const failures = [...files.flatMap((file) => file.failures), ...(first.problem ? [first.problem] : [])];
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: failures.length,
    failures,
    flaky,
    files,
  };
};
