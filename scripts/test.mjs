// `npm test`: the static checks, then every suite; ends with the plain line `N passed, N failed`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "./gate/options.mjs";
import { isCommitted, keepRun, nameOf, recordedRuns, repeatedAgain } from "./gate/runs.mjs";
import { bookAgainstBase } from "./lib/book-against-base.mjs";
import { ensureBrowser, ensureEngines, ensureShell } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { checks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { mapConcurrently } from "./lib/map-concurrently.mjs";
import { openMemoryFolder } from "./lib/memory-folder.mjs";
import { isProven, reproduce } from "./lib/reproduce.mjs";
import { root } from "./lib/run.mjs";
import { rustAgainstTypeScript, rustChecks, rustVersion } from "./lib/rust.mjs";
import { isWholeAndGreen, maxRepeats } from "./lib/suite-results.mjs";
import { runSuite } from "./lib/suites.mjs";
import { fail, print, seconds } from "./lib/terminal.mjs";

const options = readOptions(process.argv.slice(2));
if ("problem" in options) fail(options.problem);
const { long, whole, has } = options;
if (options.record && !(await isCommitted())) fail("A kept run names the commit that it tests: commit first.");
const started = Date.now();

let passed = 0;
let failed = 0;
/**
 * Printed again at the end, when a failure's output is far above.
 * @type {string[]}
 */
const failures = [];
/**
 * The tests of browser files that failed, and passed when their file was run again: printed at the end, so that nobody overlooks them.
 * @type {import("./gate/runs.mjs").Story[]}
 */
const flaky = [];
let repeatsLeft = maxRepeats;
/**
 * The duration of each test file, to list the slowest at the end.
 * @type {{ file: string, ms: number }[]}
 */
const files = [];
/**
 * @param {string} name
 * @param {import("./lib/run.mjs").Result} result
 */
const note = (name, { code, output, skipped }) => {
  if (skipped) return print(`– ${name}: skipped, ${skipped}`);
  print(`${code === 0 ? "✓" : "✗"} ${name}`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    failures.push(`${name}: ${output.trim().slice(-3_000)}`);
    print(output.trim());
  }
};
/** @type {(check: [name: string, check: () => Promise<import("./lib/run.mjs").Result>]) => Promise<import("./lib/run.mjs").Result>} */
const noteCheck = async ([name, check]) => {
  const result = await check();
  note(name, result);
  return result;
};
await ensureInstalled({ development: true });
const needsBrowser = has("screens") || has("e2e");
const wholeBrowser = needsBrowser ? await ensureBrowser() : null;
// The long run uses the browser that people have.
const browser = (needsBrowser && !long ? await ensureShell() : null) ?? wholeBrowser;
if (
  ["engines", "screens", "e2e", "browsers"].some((part) => has(/** @type {import("./gate/options.mjs").Part} */ (part)))
)
  await ensureBuilt();
// It needs a package, which a fresh clone has only now.
const { openPassedInputs, suiteFiles, suiteFolders, thisNode } = await import("./gate/passed-inputs.mjs");
const passedInputs = await openPassedInputs(root);
/** @param {string} runtime */
const skips = (runtime) => !whole && passedInputs.has(runtime);
/** @type {(...run: [runtime: string, isGreen: boolean]) => Promise<void>} */
const noteInputs = async (...run) => {
  if (await passedInputs.note(...run)) print("– scripts/gate/passed-inputs.json has changed: commit it.");
};
const rust = await rustVersion();
const checkRust = async () => {
  if (rust && skips(rust))
    return print("– the programs' Rust: skipped, these inputs passed before (passed-inputs.json).");
  const results = await mapConcurrently(
    Object.entries({ ...rustChecks({ long }), ...rustAgainstTypeScript({ long }) }),
    1,
    noteCheck,
  );
  const isGreen = results.every(({ code, skipped }) => code === 0 && skipped === undefined);
  if (rust) await noteInputs(rust, isGreen);
};
// One of them rarely keeps two processors busy.
await Promise.all([
  has("engines") ? checkRust() : undefined,
  has("check") ? mapConcurrently(Object.entries(checks), 2, noteCheck) : undefined,
]);

const memory = openMemoryFolder();
const env = {
  ...(browser && { CHROME_PATH: browser }),
  ...(wholeBrowser && { TRIBE_WHOLE_BROWSER: wholeBrowser }),
  ...memory.env,
  // Otherwise each state of the screens is looked at in one of four looks.
  ...(whole && { TRIBE_ALL_LOOKS: "1" }),
  // The long run keeps screenshots of all stories.
  ...(long ? { TRIBE_LONG: "1" } : { TRIBE_SCREENSHOTS: "failed" }),
};
/** @param {Parameters<typeof runSuite>} run */
const suite = async (...run) => {
  const counts = await runSuite(...run);
  passed += counts.passed;
  failed += counts.failed;
  failures.push(...counts.failures);
  flaky.push(...counts.flaky);
  files.push(...counts.files);
  repeatsLeft -= counts.repeated.length;
  return counts;
};
if (has("unit")) await suite("unit", env);
const runEngines = async () => {
  const skipped = skips(thisNode);
  const exclude = skipped ? suiteFolders.map((folder) => `${folder}/**`) : [];
  const counts = await suite("engines", env, { exclude });
  if (skipped)
    return print(
      `– suites of ${suiteFolders.join(" and ")}: skipped, these inputs passed before (passed-inputs.json).`,
    );
  await noteInputs(thisNode, isWholeAndGreen(counts.files, suiteFiles(root)));
};
// What opens a browser depends on more than our own code: a failed file of it is run once more, and no other. Screens and engines each
// leave a third of two processors idle.
await Promise.all([
  has("engines") ? runEngines() : undefined,
  has("screens") ? suite("screens", env, { repeats: repeatsLeft }) : undefined,
]);
if (has("e2e")) await suite("e2e", env, { repeats: repeatsLeft });
if (has("browsers")) {
  for (const name of await ensureEngines())
    note(`stories in ${name}`, { code: 0, output: "", skipped: "it isn't here, and only root can install it, by apt" });
  await suite("browsers", env);
}
if (long && browser) {
  // These draw new random steps each time: what passes the second time has not done the same.
  await suite("long", env);
  const book = await bookAgainstBase(browser);
  note("the picture book beside the one of the merge base", book);
  if (book.code === 0 && book.output) print(book.output.trim());
}
const rebuildPrograms = async () => {
  const result = await reproduce(print);
  const output = result.lines.join("\n");
  if (result.verdict === "moved") {
    const { out } = result;
    print(`– the programs are built anew: a pinned Debian package has moved on, so that the bytes differ.\n${output}`);
    await suite("engines", { ...env, TRIBE_PROGRAMS: out }, { only: ["programs/"] });
    rmSync(join(out, "../.."), { recursive: true, force: true });
  } else {
    const skipped = result.verdict === "skipped" ? { skipped: output } : {};
    const code = result.verdict === "same" ? 0 : 1;
    note("two builds of the programs give the committed bytes", { code, output, ...skipped });
  }
};
// Last, after the programs' own suites have tested the committed bytes.
if (has("engines") && (whole || !isProven())) await rebuildPrograms();
else if (has("engines"))
  print(
    "– the programs are not rebuilt: these sources and this recipe have given these bytes before (reproduced.json).",
  );
memory.remove();
print("The ten slowest files:");
for (const { file, ms } of files.sort((a, b) => b.ms - a.ms).slice(0, 10))
  print(`  ${seconds(ms).padStart(8)}  ${file}`);
const again = repeatedAgain(recordedRuns(), flaky);
failed += again.length;
failures.push(...again);
for (const failure of failures) print(`✗ ${failure}`);
const ms = Date.now() - started;
if (options.record) {
  await keepRun({ minutes: ms / 60_000, failed, repeats: flaky });
  print("– scripts/gate/runs.jsonl has a line more: commit it.");
}
print(`Took ${seconds(ms)}.`);
for (const story of flaky) print(`flaky: ${nameOf(story)}`);
print(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
