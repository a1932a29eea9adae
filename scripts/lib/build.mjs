// Builds the two front ends and the server when their sources changed since the last build.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isAlive } from "./memory-folder.mjs";
import { noticesOf } from "./notices.mjs";
import { root, run } from "./run.mjs";
import { fail, print, seconds } from "./terminal.mjs";

const shared = ["packages/contract", "packages/domain", "packages/chain"];
/**
 * The apps to build, and the other folders that each depends on.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const apps = {
  "apps/web": [...shared, "packages/ui"],
  "apps/signer": [...shared, "packages/ui"],
  "apps/server": [...shared, "packages/localnet", "packages/devkit"],
};
const skipped = new Set(["node_modules", "dist", "tests", "screens"]);

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
const markerOf = (app) => join(root, app, "dist/.source-hash");

/**
 * Whether its build is of the present sources.
 * @param {string} app its folder
 */
export const isBuilt = (app) => existsSync(markerOf(app)) && readFileSync(markerOf(app), "utf8") === sourceHash(app);

/** @param {string} app its folder */
const buildOne = async (app) => {
  if (isBuilt(app)) return;
  const marker = markerOf(app);
  const wanted = sourceHash(app);
  // Deleted first, so that an interrupted build leaves no marker, whatever it has written.
  rmSync(marker, { force: true });
  const started = Date.now();
  print(`Building ${app} …`);
  // Vitest sets NODE_ENV to test, and a page built with that has no service worker.
  const env = { NODE_ENV: "production" };
  const { code, output } = await run("npm", ["run", "--loglevel=error", "build", "-w", app], { quiet: true, env });
  if (code !== 0) fail(`${app} did not build:\n${output.trim()}`);
  writeFileSync(join(root, app, "dist/third-party-notices.txt"), noticesOf([app]));
  writeFileSync(marker, wanted);
  print(`Built ${app} in ${seconds(Date.now() - started)}.`);
};

/** A lock: not empty while a process builds; its only file is named by the process's id. */
const lock = join(root, "node_modules/.cache/tribe-build-lock");

/** Takes the lock, once no living process has it. Renaming a folder onto another one works only if that is empty. */
const acquireLock = async () => {
  const own = `${lock}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, String(process.pid)), "");
  for (let isReported = false; ; ) {
    try {
      renameSync(own, lock);
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    }
    const holders = readdirSync(lock);
    for (const holder of holders) if (!isAlive(Number(holder))) rmSync(join(lock, holder), { force: true });
    if (!isReported && holders.some((holder) => isAlive(Number(holder)))) {
      isReported = true;
      print("Another process builds here already; waiting for it …");
    }
    await wait(100);
  }
};

/**
 * Updates the folder `dist` of each app from its sources. One process at a time, because two builds into one folder would mix.
 * @param {readonly string[]} folders the apps; all of them unless told otherwise
 */
export const ensureBuilt = async (folders = Object.keys(apps)) => {
  if (folders.every(isBuilt)) return;
  await acquireLock();
  try {
    await Promise.all(folders.map(buildOne));
  } finally {
    rmSync(join(lock, String(process.pid)), { force: true });
  }
};
