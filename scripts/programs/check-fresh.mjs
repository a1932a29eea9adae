// Reports when a program's binary, IDLs or client are older than their sources. Plain Node, no toolchain.
//   node scripts/programs/check-fresh.mjs                          checks against programs/artifacts/sources.json
//   node scripts/programs/check-fresh.mjs --write binary client    records: build.sh both, generate.ts the client alone
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const ledger = join(root, "programs/artifacts/sources.json");
const skipped = new Set(["target", "artifacts", "examples", "tests", "node_modules"]);

/**
 * Files under a folder, as paths from the root, in one order everywhere.
 * @param {string} folder
 * @param {RegExp} kind of the names that count
 * @returns {string[]}
 */
const under = (folder, kind) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : under(path, kind);
      return kind.test(entry.name) ? [path] : [];
    });

const programs = ["curve", "pool", "once"];
const binaries = programs.map((name) => `programs/artifacts/${name}.so`);
const idls = programs.map((name) => `programs/${name}/idl.json`);
/**
 * @typedef {{ sources: () => string[], outputs: () => string[], made: string }} Part generated files, their sources, and the
 * command
 */
/** @type {{ binary: Part, client: Part }} */
const parts = {
  binary: {
    sources: () => under("programs", /(\.rs|\.toml|\.lock|\.ll|^build\.sh)$/),
    // with the program that tests wrap around ours
    outputs: () => [...binaries, "programs/noisy/noisy.so"],
    made: "npm run programs:build",
  },
  client: {
    sources: () => [
      ...[...programs, "kit", "curve-math"].flatMap((name) => under(`programs/${name}/src`, /\.rs$/)),
      ...under("scripts/programs", /^(?!check-).*\.ts$/),
    ],
    outputs: () => [...idls, ...under("packages/chain/src/generated", /\.ts$/)],
    made: "npx tsx scripts/programs/generate.ts",
  },
};

/** @param {string} path */
const bytesOf = (path) => readFileSync(join(root, path));
/** @param {Uint8Array} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
/**
 * One hash over names and contents, so that a renamed file counts, too.
 * @param {readonly string[]} paths
 */
const hashOf = (paths) => {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\n${sha256(bytesOf(path))}\n`);
  return hash.digest("hex");
};
/** @param {Part} part */
const measure = (part) => ({ sources: hashOf(part.sources()), outputs: hashOf(part.outputs()) });
const recorded = () => (existsSync(ledger) ? JSON.parse(readFileSync(ledger, "utf8")) : {});

/** The faults, one line each. */
const problems = () => {
  const known = recorded();
  const found = [];
  for (const [name, part] of Object.entries(parts)) {
    const missing = part.outputs().filter((path) => !existsSync(join(root, path)));
    if (missing.length > 0) {
      found.push(`${missing.join(", ")} is missing: run ${part.made}.`);
      continue;
    }
    const now = measure(part);
    if (now.sources !== known[name]?.sources)
      found.push(`The ${name} is older than its sources: run ${part.made} and commit what it writes.`);
    if (now.outputs !== known[name]?.outputs)
      found.push(`The ${name} is not what its sources gave when it was last made: run ${part.made}, never edit it.`);
  }
  for (const path of binaries) {
    const noted = existsSync(join(root, `${path}.sha256`))
      ? bytesOf(`${path}.sha256`).toString("utf8").split(" ")[0]
      : "";
    if (existsSync(join(root, path)) && noted !== sha256(bytesOf(path)))
      found.push(`${path}.sha256 does not name ${path}: run npm run programs:build.`);
  }
  return found;
};

const [mode, ...names] = process.argv.slice(2);
if (mode === "--write") {
  const known = recorded();
  for (const [name, part] of Object.entries(parts)) if (names.includes(name)) known[name] = measure(part);
  writeFileSync(ledger, `${JSON.stringify({ binary: known.binary, client: known.client }, null, 2)}\n`);
} else {
  const found = problems();
  if (found.length > 0) {
    console.error(found.join("\n"));
    process.exit(1);
  }
  console.log("The programs' binaries, IDLs and client are those of the committed sources.");
}
