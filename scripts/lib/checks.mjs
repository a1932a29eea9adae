// Why two TypeScript compilers are installed: docs/decisions/0007.
// The static checks: each is one command whose exit code is the verdict.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** The packages whose types were last checked with ours: a new installation gives its files old dates, which say nothing. */
const checkedWith = join(root, "node_modules/.cache/types-lock");

/**
 * Two projects at once, each by one checker: several checkers of a project each work out the types that they share, and by default
 * sixteen of them took twice the processor time.
 */
const atOnce = ["--builders", "2", "--checkers", "1"];

/** Each project keeps its last check (tsconfig.base.json): only those are checked again of which a file has changed. */
const types = async () => {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const isKnown = existsSync(checkedWith) && readFileSync(checkedWith, "utf8") === lock;
  const args = ["--build", ...atOnce, ...projects(), ...(isKnown ? [] : ["--force"])];
  const result = await runTool("typescript-native/bin/tsc", args, { quiet: true });
  if (result.code === 0 && !isKnown) {
    mkdirSync(dirname(checkedWith), { recursive: true });
    writeFileSync(checkedWith, lock);
  }
  return result;
};

/**
 * While no source has changed, the last result counts; it is kept for what decides how imports are resolved and judged, which the
 * tool does not compare.
 */
const cruiserCache = () => {
  const hash = createHash("sha256");
  const settings = [".dependency-cruiser.cjs", "tsconfig.base.json", "package-lock.json"];
  const manifests = ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  );
  for (const file of [...settings, ...manifests.filter((path) => existsSync(join(root, path)))])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  const folder = `node_modules/.cache/dependency-cruiser/${hash.digest("hex").slice(0, 16)}`;
  return ["--cache", folder, "--cache-strategy", "content"];
};

/**
 * Name → run; the longest first, so that none runs alone at the end.
 * @type {Record<string, () => Promise<import("./run.mjs").Result>>}
 */
export const checks = {
  types,
  "import rules": () =>
    runTool(
      "dependency-cruiser/bin/dependency-cruise.mjs",
      [
        ...cruiserCache(),
        "--config",
        ".dependency-cruiser.cjs",
        "packages",
        "apps",
        "e2e",
        "bench",
        "scripts",
        "programs",
      ],
      { quiet: true },
    ),
  "unused code": () =>
    runTool("knip/bin/knip.js", ["--no-progress", "--cache", "--cache-location", "node_modules/.cache/knip"], {
      quiet: true,
    }),
  "format and lint": () => runTool("@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."], { quiet: true }),
  "cost of the programs": () => runTool("tsx/dist/cli.mjs", ["scripts/programs/check-costs.ts"], { quiet: true }),
  "floor of browsers": () => runTool("tsx/dist/cli.mjs", ["scripts/browsers/check-floor.mjs"], { quiet: true }),
  "status page": () => runTool("../scripts/docs/check-status.mjs", [], { quiet: true }),
  "fresh program artifacts": () => runTool("../scripts/programs/check-fresh.mjs", [], { quiet: true }),
};
