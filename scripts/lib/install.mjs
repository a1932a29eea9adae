// Installs the packages that a command needs; when they are installed it only compares two hashes.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { root, run } from "./run.mjs";
import { fail, print, seconds } from "./terminal.mjs";

const minVersion = /** @type {const} */ ([20, 19]);
const marker = `${root}/node_modules/.tribe-installed.json`;

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(`${root}/package-lock.json`))
    .digest("hex");

const installed = () => {
  try {
    return JSON.parse(readFileSync(marker, "utf8"));
  } catch {
    return { lock: "", development: false };
  }
};

const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > minVersion[0] || (major === minVersion[0] && minor >= minVersion[1])) return;
  fail(
    `Tribe needs Node.js ${minVersion.join(".")} or newer; this is ${process.versions.node}. Install a newer one and run this again.`,
  );
};

/**
 * Makes node_modules match package-lock.json. Install scripts stay off: our packages need none of them.
 *
 * The root's package.json names `@solana/errors` and `@solana/codecs-*` for their place alone: without that the older versions of
 * a test tool lie at the top of node_modules, and each of Solana's packages has copies of its own, 52 MB of `npm start`'s 629.
 * @param {{ development: boolean }} options development: test and lint tools too
 */
export const ensureInstalled = async ({ development }) => {
  checkNode();
  const lock = lockHash();
  const present = installed();
  if (existsSync(`${root}/node_modules`) && present.lock === lock && (present.development || !development)) return;
  // After a run of the tests, their tools stay installed.
  const withTools = development || present.development;
  print(withTools ? "Installing packages, test tools included …" : "Installing packages …");
  const started = Date.now();
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (!withTools) args.push("--omit=dev");
  const { code, output } = await run("npm", args, { quiet: true });
  if (code !== 0) fail(`npm could not install the packages. It said:\n${output.trim()}`);
  writeFileSync(marker, JSON.stringify({ lock, development: withTools }));
  print(`Installed in ${seconds(Date.now() - started)}.`);
};
