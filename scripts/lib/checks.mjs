// The static checks: each is one command whose exit code is the verdict.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root, runTool } from "./run.mjs";

const projects = () => [
  ".",
  ...["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((project) => existsSync(join(root, project, "tsconfig.json"))),
  ),
];

const types = async () => {
  let output = "";
  let code = 0;
  for (const project of projects()) {
    const result = await runTool("typescript-native/bin/tsc", ["-p", project], { quiet: true });
    output += result.output;
    code ||= result.code;
  }
  return { code, output };
};

/** Name → run; every run answers `{ code, output }`. */
export const checks = {
  "format and lint": () => runTool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."], { quiet: true }),
  types,
  "import rules": () =>
    runTool(
      "dependency-cruiser/bin/dependency-cruise.mjs",
      ["--config", ".dependency-cruiser.cjs", "packages", "apps", "e2e", "bench"],
      { quiet: true },
    ),
  "unused code": () => runTool("knip/bin/knip.js", ["--no-progress"], { quiet: true }),
  "fresh program artifacts": () => runTool("../scripts/programs/check-fresh.mjs", [], { quiet: true }),
  "cost of the programs": () => runTool("tsx/dist/cli.mjs", ["scripts/programs/check-costs.ts"], { quiet: true }),
};
