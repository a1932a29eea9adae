// The static checks: each is one command whose exit code is the verdict.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { mapConcurrently } from "./map-concurrently.mjs";
import { root, runTool } from "./run.mjs";

const projects = () => [
  ".",
  // A service worker has other globals than a page.
  "apps/web/src/service-worker",
  ...["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((project) => existsSync(join(root, project, "tsconfig.json"))),
  ),
];

/** Each project caches its last check, so that only changes are checked again. */
const cache = join(root, "node_modules/.cache/types");

/** @param {string} project its folder */
const checkTypes = (project) => {
  const kept = join(cache, `${project.replaceAll("/", "-")}.tsbuildinfo`);
  const args = ["-p", project, "--incremental", "--tsBuildInfoFile", kept];
  return runTool("typescript-native/bin/tsc", args, { quiet: true });
};

const types = async () => {
  const results = await mapConcurrently(projects(), 2, checkTypes);
  return { code: Math.max(...results.map(({ code }) => code)), output: results.map(({ output }) => output).join("") };
};

/**
 * Name → run.
 * @type {Record<string, () => Promise<import("./run.mjs").Result>>}
 */
export const checks = {
  "format and lint": () => runTool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."], { quiet: true }),
  types,
  "import rules": () =>
    runTool(
      "dependency-cruiser/bin/dependency-cruise.mjs",
      ["--config", ".dependency-cruiser.cjs", "packages", "apps", "e2e", "bench", "scripts", "programs"],
      { quiet: true },
    ),
  "unused code": () =>
    runTool("knip/bin/knip.js", ["--no-progress", "--cache", "--cache-location", "node_modules/.cache/knip"], {
      quiet: true,
    }),
  "status page": () => runTool("../scripts/docs/check-status.mjs", [], { quiet: true }),
  "fresh program artifacts": () => runTool("../scripts/programs/check-fresh.mjs", [], { quiet: true }),
  "cost of the programs": () => runTool("tsx/dist/cli.mjs", ["scripts/programs/check-costs.ts"], { quiet: true }),
};
