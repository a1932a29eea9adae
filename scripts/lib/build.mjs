// Builds the two front ends when their sources changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";
import { fail, say, seconds } from "./terminal.mjs";

const shared = ["packages/contract", "packages/domain", "packages/chain", "packages/ui"];
const fronts = ["apps/web", "apps/signer"];
const skipped = new Set(["node_modules", "dist", "tests"]);

/**
 * @param {string} folder
 * @returns {string[]}
 */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();

/** @param {string} front its folder */
const sourceHash = (front) => {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", ...[...shared, front].flatMap(filesBelow)]) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
};

/** @param {string} front its folder */
const buildOne = async (front) => {
  const marker = join(root, front, "dist/.source-hash");
  const wanted = sourceHash(front);
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  const started = Date.now();
  say(`Building ${front} …`);
  const { code, output } = await run("npm", ["run", "--loglevel=error", "build", "-w", front], { quiet: true });
  if (code !== 0) fail(`${front} did not build:\n${output.trim()}`);
  writeFileSync(marker, wanted);
  say(`Built ${front} in ${seconds(Date.now() - started)}.`);
};

/** Leaves apps/web/dist and apps/signer/dist in step with their sources. */
export const ensureBuilt = async () => {
  await Promise.all(fronts.map(buildOne));
};
