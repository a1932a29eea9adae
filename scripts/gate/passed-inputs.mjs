// Whether the suites of the local chain and the programs have passed with exactly these inputs before: then `npm test` need not run
// them again. passed-inputs.json holds nothing but hashes, and each is compared with one that is computed anew.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { filesIn, followImports } from "./import-graph.mjs";
import { lockLines } from "./lock-entries.mjs";

/** The folders whose Vitest files are skipped when their inputs passed before. */
export const suiteFolders = /** @type {const} */ (["packages/localnet", "programs"]);
/** Read whole, whatever reads them: Rust's sources, binaries and vectors are named by no import. */
const wholeFolders = [...suiteFolders, "interop"];
/** What the suites run in, beside what they import. */
const setUp = ["scripts/testing/fixed-seed.ts", "scripts/testing/wait-for.ts", "scripts/testing/put-back.ts"];
const rust = ["scripts/lib/rust.mjs", "scripts/interop/agree.ts"];
const settings = ["vitest.config.ts", "tsconfig.base.json", "tsconfig.json"];
/** Settings of these suites that somebody may give by hand, to run other programs or other random steps. */
const variables = ["TRIBE_PROGRAMS", "TRIBE_SEED", "TRIBE_STEPS"];
/** They run the modules, and nothing imports them. */
const runners = ["node_modules/vitest", "node_modules/tsx"];
/** Texts for people, of which a test that reads one says so by its path. */
const texts = /\.md$/;
/** A proof about the programs' bytes, which a run itself writes after their suites. */
const writtenByRuns = "programs/artifacts/reproduced.json";

/** @param {string | Uint8Array} content */
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/**
 * The package.json and tsconfig.json above a file: they decide what its imports mean.
 * @param {string} root
 * @param {string} file
 * @returns {string[]}
 */
const settingsAbove = (root, file) => {
  const folder = dirname(file);
  if (folder === root || !folder.startsWith(root)) return [];
  const here = ["package.json", "tsconfig.json"].map((name) => join(folder, name)).filter((path) => existsSync(path));
  return [...here, ...settingsAbove(root, folder)];
};

/**
 * What decides the suites' results, a line for each file and each package.
 * @param {string} repository its folder
 * @returns {Promise<string[]>}
 * @throws when an import leads nowhere
 */
export const inputLines = async (repository) => {
  // Imports are followed to real paths.
  const root = realpathSync(repository);
  const whole = wholeFolders.flatMap((folder) => filesIn(join(root, folder))).filter((path) => !texts.test(path));
  const tests = whole.filter((path) => path.endsWith(".test.ts"));
  const entries = [...tests, ...[...setUp, ...rust].map((path) => join(root, path))];
  const { files, packages } = await followImports(root, entries);
  const all = new Set([...whole, ...files, ...settings.map((path) => join(root, path))]);
  for (const file of files) for (const path of settingsAbove(root, file)) all.add(path);
  all.delete(join(root, writtenByRuns));
  const { packages: lock } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return [
    ...[...all].sort().map((path) => `${relative(root, path).split(sep).join("/")} ${sha256(readFileSync(path))}`),
    ...lockLines(lock, [...runners, ...packages]),
    ...variables.filter((name) => process.env[name]).map((name) => `${name}=${process.env[name]}`),
  ];
};

/**
 * The suites' Vitest files, as paths from the root.
 * @param {string} root
 */
export const suiteFiles = (root) =>
  suiteFolders
    .flatMap((folder) => filesIn(join(root, folder)))
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => relative(root, path).split(sep).join("/"));

/**
 * @param {string[]} lines of `inputLines`
 * @param {string} runtime what runs the suites, such as `node 24`
 */
export const hashFor = (lines, runtime) => sha256([...lines, runtime].join("\n"));

/** What runs the Vitest files: Node by its major version. */
export const thisNode = `node ${process.versions.node.split(".")[0]}`;

/**
 * The record of the inputs with which the suites have passed.
 * @param {string} root
 */
export const openPassedInputs = async (root) => {
  const file = join(root, "scripts/gate/passed-inputs.json");
  /** @returns {Record<string, unknown>} */
  const read = () => {
    try {
      const content = JSON.parse(readFileSync(file, "utf8"));
      return typeof content === "object" && content !== null ? content : {};
    } catch {
      return {};
    }
  };
  /** Without a file that is imported nothing is known: the suites run, and say what is missing. */
  const current = () => inputLines(root).catch(() => null);
  const lines = await current();
  return {
    /**
     * Whether a whole run of the suites passed with these inputs.
     * @param {string} runtime
     */
    has: (runtime) => lines !== null && read()[runtime] === hashFor(lines, runtime),
    /**
     * Records how a whole run ended that has begun since the record was opened: green adds its inputs, red takes them back. If
     * somebody has edited one meanwhile, nothing is known of either.
     * @param {string} runtime
     * @param {boolean} isGreen
     * @returns {Promise<boolean>} whether the file changed
     */
    note: async (runtime, isGreen) => {
      const now = await current();
      if (lines === null || now === null || hashFor(now, runtime) !== hashFor(lines, runtime)) return false;
      const known = read();
      // Of other runtimes only what passed with these inputs, too, is still worth anything.
      const others = Object.keys(known).filter((name) => name !== runtime && known[name] === hashFor(lines, name));
      const names = [...others, ...(isGreen ? [runtime] : [])].sort();
      const hashes = Object.fromEntries(names.map((name) => [name, hashFor(lines, name)]));
      const text = `${JSON.stringify(hashes, null, 2)}\n`;
      if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
      writeFileSync(file, text);
      return true;
    },
  };
};
