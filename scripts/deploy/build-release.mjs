// `npm run build`: writes `dist/tribe`, all that a machine of production needs beside Node: the bundled server, the few packages
// with binaries, the pages, the migrations and the licences (docs/decisions/0210-production-runs-one-folder.md).
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "../lib/build.mjs";
import { ensureInstalled } from "../lib/install.mjs";
import { root, runTool } from "../lib/run.mjs";
import { fail, print, seconds } from "../lib/terminal.mjs";
import { sizeOf } from "./folder-size.mjs";

/** Where `npm run build` writes it. */
const releaseFolder = join(root, "dist/tribe");

/** Those that `apps/server/rolldown.release.config.mjs` leaves out of the bundle. */
const withBinaries = ["sharp", "node-datachannel", "@resvg/resvg-js"];

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * The folder of a package as another one finds it; null where it is not installed, such as another system's binary.
 * @param {string} name
 * @param {string} from folder of the one that needs it
 */
const folderOf = (name, from) => {
  for (const modules of createRequire(join(from, "package.json")).resolve.paths(name) ?? []) {
    const folder = join(modules, name);
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  return null;
};

/**
 * These packages and all that they need, by their folders.
 * @param {readonly string[]} names
 * @returns {readonly string[]}
 */
const withDependencies = (names) => {
  /** @type {Set<string>} */
  const folders = new Set();
  const add = (/** @type {string} */ name, /** @type {string} */ from, /** @type {boolean} */ isOptional) => {
    const folder = folderOf(name, from);
    if (folder === null && !isOptional) fail(`${name} is not installed: npm ci`);
    if (folder === null || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = readJson(join(folder, "package.json"));
    for (const each of Object.keys(dependencies)) add(each, folder, false);
    for (const each of Object.keys(optionalDependencies)) add(each, folder, true);
  };
  for (const name of names) add(name, join(root, "apps/server"), false);
  return [...folders];
};

const entry = `#!/usr/bin/env node
import "./apps/server/dist/tribe.js";
`;

/** Sources and headers of binaries, which nothing loads. */
const isNeeded = (/** @type {string} */ path) => !/\/(src\/.*\.(cc|h)|include|[^/]*\.md|CMakeLists\.txt)$/.test(path);

/** Builds the release. */
export const buildRelease = async () => {
  // With the packages of development: what only a bundle takes in is among them, such as the sending of traces.
  await ensureInstalled({ development: true });
  await ensureBuilt();
  rmSync(releaseFolder, { recursive: true, force: true });
  mkdirSync(releaseFolder, { recursive: true });
  const { code, output } = await runTool(
    "rolldown/bin/cli.mjs",
    ["-c", "rolldown.release.config.mjs", "-d", join(releaseFolder, "apps/server/dist")],
    { quiet: true, cwd: join(root, "apps/server"), env: { NODE_ENV: "production" } },
  );
  if (code !== 0) fail(`The server did not build:\n${output.trim()}`);
  for (const folder of ["apps/server/migrations", "apps/server/fonts", "apps/web/dist", "apps/signer/dist"])
    cpSync(join(root, folder), join(releaseFolder, folder), { recursive: true });
  for (const folder of withDependencies(withBinaries)) {
    const path = folder.slice(folder.indexOf("node_modules/"));
    cpSync(folder, join(releaseFolder, path), { recursive: true, filter: isNeeded });
  }
  const { name, version, license } = readJson(join(root, "package.json"));
  writeFileSync(
    join(releaseFolder, "package.json"),
    `${JSON.stringify({ name, version, license, type: "module", private: true }, null, 2)}\n`,
  );
  cpSync(join(root, "LICENSE"), join(releaseFolder, "LICENSE"));
  // Those of others, which the build of local mode gathers.
  const notices = join(root, "apps/server/dist/third-party-notices.txt");
  if (existsSync(notices)) cpSync(notices, join(releaseFolder, "third-party-notices.txt"));
  writeFileSync(join(releaseFolder, "tribe.mjs"), entry);
  chmodSync(join(releaseFolder, "tribe.mjs"), 0o755);
};

/** How large each of its folders is, in MB. */
const releaseSizes = () =>
  Object.fromEntries(
    ["apps/server/dist", "apps/server/fonts", "apps/web/dist", "apps/signer/dist", "node_modules", "."].map((path) => [
      path === "." ? "in all" : path,
      sizeOf(join(releaseFolder, path)),
    ]),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const started = Date.now();
  await buildRelease();
  for (const [path, size] of Object.entries(releaseSizes())) print(`${size.toFixed(1).padStart(7)} MB  ${path}`);
  print(`Built ${releaseFolder} in ${seconds(Date.now() - started)}.`);
}
