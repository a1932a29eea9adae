// Rebuilds the programs from their sources with the pinned toolchain and compares the bytes with the committed ones.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root, run } from "./run.mjs";

const artifacts = join(root, "programs/artifacts");
const prefix = process.env.PREFIX ?? "/opt/sbf";
const setup = join(root, "programs/setup.sh");
const notCopied = new Set(["target", "artifacts", "tests", "node_modules"]);

/** The committed programs' names. */
export const programNames = () =>
  readdirSync(artifacts)
    .filter((file) => file.endsWith(".so"))
    .map((file) => file.slice(0, -".so".length));

/** @param {Uint8Array} bytes */
export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The inputs that decide the bytes: the sources and the bytes as `check-fresh.mjs` records them, and the toolchain's recipe. */
const recipe = () => ({
  ...JSON.parse(readFileSync(join(artifacts, "sources.json"), "utf8")).binary,
  setup: sha256(readFileSync(setup)),
});
const proof = join(artifacts, "reproduced.json");
/** @param {object} record */
const written = (record) => `${JSON.stringify(record, null, 2)}\n`;

/** Whether two builds of exactly these sources with this recipe have given the committed bytes before. */
export const isProven = () => existsSync(proof) && readFileSync(proof, "utf8") === written(recipe());

/** Records that two builds gave the committed bytes; the file is committed with them. */
const recordProof = () => writeFileSync(proof, written(recipe()));

/** The committed program. @param {string} name */
export const committed = (name) => readFileSync(join(artifacts, `${name}.so`));

/**
 * Why nothing can be built here, or null. Installs the toolchain if it is missing and available: some 4 minutes.
 * @param {(line: string) => void} report
 */
const withoutToolchain = async (report) => {
  if (process.platform !== "linux" || process.arch !== "x64") return "the toolchain is for Linux on x86-64";
  if (existsSync(join(prefix, "bin/sbpf-linker")) && existsSync("/usr/bin/rustc")) return null;
  if (process.getuid?.() !== 0) return `no toolchain under ${prefix}; programs/setup.sh installs it as root`;
  const { output: release } = await run("sh", ["-c", ". /etc/os-release && echo $VERSION_CODENAME"], { quiet: true });
  if (release.trim() !== "bookworm")
    return "the toolchain is installed from Debian bookworm's packages, and this is another system";
  report(`Installing the programs' toolchain under ${prefix}: about 4 minutes …`);
  const { code, output } = await run("bash", [setup], { quiet: true, env: { PREFIX: prefix } });
  return code === 0
    ? null
    : `programs/setup.sh could not install the toolchain:\n${output.trim().split("\n").slice(-5).join("\n")}`;
};

/**
 * `NAME='value'` lines of setup.sh, or `NAME=value` lines of the file that it writes.
 * @param {string} text
 * @returns {Record<string, string | undefined>}
 */
const versionsIn = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^((?:RUST|LLVM|LINKER)_VERSION)='?([^'\n]+)'?$/gm)].map(([, name = "", value]) => [name, value]),
  );

/**
 * Messages for packages other than the pinned ones. dpkg has the version of Debian's Rust; setup.sh has recorded the others.
 */
const moved = async () => {
  const pinned = versionsIn(readFileSync(setup, "utf8"));
  const noted = join(prefix, "versions");
  const present = existsSync(noted) ? versionsIn(readFileSync(noted, "utf8")) : {};
  const rust = await run("dpkg-query", ["-W", "libstd-rust-web-dev-bpf"], { quiet: true });
  if (rust.code === 0) present.RUST_VERSION = rust.output.trim().split("\t")[1];
  return Object.entries(pinned)
    .filter(([name, version]) => present[name] !== undefined && present[name] !== version)
    .map(([name, version]) => `${name} is ${present[name]}, not the pinned ${version}`);
};

/**
 * Copies the sources of the build into `folder`.
 * @param {string} folder
 */
const copyTo = (folder) => {
  mkdirSync(join(folder, "scripts/programs"), { recursive: true });
  /** @param {string} path */
  const filter = (path) => !notCopied.has(basename(path));
  cpSync(join(root, "programs"), join(folder, "programs"), { recursive: true, filter });
  cpSync(join(root, "scripts/programs/check-stack.mjs"), join(folder, "scripts/programs/check-stack.mjs"));
  return folder;
};

/**
 * Builds the copy in `folder` into its `out`.
 * @param {string} folder
 */
const buildIn = async (folder) => {
  const out = join(folder, "out");
  const env = { PREFIX: prefix, ONLY: "so", OUT: out, CARGO_TARGET_DIR: undefined };
  const { code, output } = await run("bash", [join(folder, "programs/build.sh")], { quiet: true, env });
  return { out, problem: code === 0 ? null : output.trim().split("\n").slice(-20).join("\n") };
};

/**
 * Builds twice, in two folders of different depths, and compares the results with each other and with the committed programs.
 * @param {(line: string) => void} report is called with a message before a long step
 * @returns {Promise<{ verdict: "same" | "different" | "skipped", lines: string[] } | { verdict: "moved", lines: string[], out: string }>} `moved`: a
 *   pinned Debian package is gone, and so the bytes differ; `out` then holds what was built, for the caller to remove
 */
export const reproduce = async (report) => {
  const reason = await withoutToolchain(report);
  if (reason) return { verdict: "skipped", lines: [reason] };
  report("Building the programs twice …");
  const temporary = mkdtempSync(join(tmpdir(), "tribe-programs-"));
  const discard = () => rmSync(temporary, { recursive: true, force: true });
  // both before the first build, so that an edit meanwhile is not reported as a difference
  const [near, far] = [copyTo(join(temporary, "a")), copyTo(join(temporary, "another/folder"))];
  const [one, two] = [await buildIn(near), await buildIn(far)];
  const problem = one.problem ?? two.problem;
  if (problem) {
    discard();
    return { verdict: "different", lines: ["The programs did not build:", problem] };
  }

  const lines = [];
  /** @type {"same" | "moved" | "different"} */
  let verdict = "same";
  const others = await moved();
  for (const name of programNames()) {
    const [first, second] = [one.out, two.out].map((out) => sha256(readFileSync(join(out, `${name}.so`))));
    const wanted = sha256(committed(name));
    if (first !== second) {
      verdict = "different";
      lines.push(`${name}.so depends on the folder: ${first} and ${second}`);
    } else if (first === wanted) lines.push(`${name}.so ${first}, as committed`);
    else {
      if (verdict === "same") verdict = others.length > 0 ? "moved" : "different";
      lines.push(`${name}.so is ${first}, but ${wanted} is committed`);
    }
  }
  if (verdict === "moved") return { verdict, lines: [...others, ...lines], out: one.out };
  discard();
  if (verdict === "same") recordProof();
  return { verdict, lines: verdict === "same" ? lines : [...others, ...lines] };
};
