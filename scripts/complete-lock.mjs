// `npm run lock`: rewrites package-lock.json and adds the binaries of every platform. A registry mirror may lack other platforms'
// packages; npm then leaves them out of the lock file, and on such a platform never installs them. An entry of version, system
// and processor is enough for npm.
import { readFileSync, writeFileSync } from "node:fs";
import { root, run } from "./lib/run.mjs";
import { fail, print } from "./lib/terminal.mjs";

const file = `${root}/package-lock.json`;
const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"];

/**
 * The platform of a native package by its name, such as `litesvm-linux-arm64-gnu`. Null when the name contains none.
 * @param {string} name
 */
const platformOf = (name) => {
  const words = name.split(/[/-]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  if (!os || !cpu) return null;
  const libc = os === "linux" ? (words.some((word) => word.startsWith("musl")) ? ["musl"] : ["glibc"]) : undefined;
  return { os: [os], cpu: [cpu], ...(libc ? { libc } : {}) };
};

const { code, output } = await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--loglevel=error"], {
  quiet: true,
});
if (code !== 0) fail(`npm could not write the lock file. It said:\n${output.trim()}`);

const lock = JSON.parse(readFileSync(file, "utf8"));
const present = new Set(Object.keys(lock.packages).map((path) => path.split("node_modules/").pop()));
const added = [];
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const platform = present.has(name) ? null : platformOf(name);
    if (!platform) continue;
    const entry = { version, optional: true, ...(parent.dev ? { dev: true } : {}), ...platform };
    lock.packages[`node_modules/${name}`] = entry;
    present.add(name);
    added.push(name);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
print(`The lock file names ${added.length} more binaries of other platforms.`);
