// Runs Vitest, and counts tests by its JSON report for the last line of `npm test`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run.mjs";
import { afterSecondRun, countsOf, filesToRepeat } from "./suite-results.mjs";
import { print } from "./terminal.mjs";

/** @typedef {import("./suite-results.mjs").FileCounts} FileCounts */
/**
 * failures: a line or more each; repeated: the files that were run again; flaky: the tests that failed in a file that passed then.
 * @typedef {{ passed: number, failed: number, failures: string[], repeated: string[], flaky: { file: string, title: string }[],
 *   files: FileCounts[] }} Counts
 */

/**
 * Runs files of one Vitest project.
 * @param {string} project
 * @param {Record<string, string>} env
 * @param {{ only: string[], exclude: string[], cached?: boolean }} files only: parts of file names, all files if there are none;
 *   exclude: patterns; cached: as in `runSuite`
 * @returns {Promise<{ files: FileCounts[], problem: string | null }>} problem: why the run failed although no file did
 */
const runFiles = async (project, env, { only, exclude, cached = false }) => {
  const folder = mkdtempSync(join(tmpdir(), "tribe-tests-"));
  const report = join(folder, "report.json");
  const { code } = await runTool(
    "vitest/vitest.mjs",
    [
      ...["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      ...(cached ? ["--experimental.fsModuleCache"] : []),
      ...exclude.map((pattern) => `--exclude=${pattern}`),
      ...only,
    ],
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
 * @param {{ only?: string[], exclude?: string[], cached?: boolean, repeats?: number }} [options] only: parts of file names; exclude:
 *   patterns of files; cached: modules that an earlier run has compiled are not compiled again, if their text is the same; repeats: so many files that fail may be run once more, in a new process and on products of their own, and count as passed
 *   if they pass then
 * @returns {Promise<Counts>}
 */
export const runSuite = async (project, env = {}, { only = [], exclude = [], cached = false, repeats = 0 } = {}) => {
  const first = await runFiles(project, env, { only, exclude, cached });
  const repeated = filesToRepeat(first.files, repeats);
  if (repeated.length > 0) print(`Once more, by themselves: ${repeated.join(", ")}`);
  const second =
    repeated.length > 0
      ? await runFiles(project, { ...env, TRIBE_SECOND_RUN: "1" }, { only: repeated, exclude })
      : { files: [], problem: null };
  const { files, flaky } = afterSecondRun(first.files, second.files);
  const problems = [first.problem, second.problem].filter((problem) => problem !== null);
  const failures = [...files.flatMap((file) => file.failures), ...problems];
  return {
    passed: files.reduce((sum, { passed }) => sum + passed, 0),
    failed: failures.length,
    failures,
    repeated,
    flaky,
    files,
  };
};
