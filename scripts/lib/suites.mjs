// Vitest runs, counted by its JSON report, so that the last line of `npm test` is true.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run.mjs";

/**
 * Runs one Vitest project and counts its tests. A run that broke before it could count is one failure.
 * @param {string} project
 * @param {Record<string, string>} [env]
 * @param {string[]} [only] parts of file names
 * @returns {Promise<{ passed: number, failed: number }>}
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
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, "utf8"));
    const failed = Math.max(numFailedTests, code !== 0 && numFailedTests === 0 ? Math.max(1, numFailedTestSuites) : 0);
    return { passed: numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
