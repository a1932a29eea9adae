// Builds the two front ends and the server when their sources changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";
import { fail, say, seconds } from "./terminal.mjs";

const shared = ["packages/contract", "packages/domain", "packages/chain"];
/**
 * What is built, and the folders beside its own that it is made of.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const apps = {
  "apps/web": [...shared, "packages/ui"],
  "apps/signer": [...shared, "packages/ui"],
  "apps/server": [...shared, "packages/localnet", "packages/devkit"],
};
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

/** @param {string} app its folder */
const sourceHash = (app) => {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", ...[...(apps[app] ?? []), app].flatMap(filesBelow)]) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
};

/** @param {string} app its folder */
const buildOne = async (app) => {
  const marker = join(root, app, "dist/.source-hash");
  const wanted = sourceHash(app);
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  // A build that breaks off leaves none, whatever it has written.
  rmSync(marker, { force: true });
  const started = Date.now();
  say(`Building ${app} …`);
  // Vitest calls itself a test, and a page that is built so has no service worker.
  const env = { NODE_ENV: "production" };
  const { code, output } = await run("npm", ["run", "--loglevel=error", "build", "-w", app], { quiet: true, env });
  if (code !== 0) fail(`${app} did not build:\n${output.trim()}`);
  writeFileSync(marker, wanted);
  say(`Built ${app} in ${seconds(Date.now() - started)}.`);
};

/** Leaves the folder `dist` of each app in step with its sources. */
export const ensureBuilt = async () => {
  await Promise.all(Object.keys(apps).map(buildOne));
};
