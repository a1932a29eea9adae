// `npm test`: the static checks, then every suite; ends with the plain line `N passed, N failed`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bookAgainstBase } from "./lib/book-against-base.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { checks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { mapConcurrently } from "./lib/map-concurrently.mjs";
import { openMemoryFolder } from "./lib/memory-folder.mjs";
import { isProven, reproduce } from "./lib/reproduce.mjs";
import { rustAgainstTypeScript, rustChecks } from "./lib/rust.mjs";
import { runSuite } from "./lib/suites.mjs";
import { say, seconds } from "./lib/terminal.mjs";

const long = process.argv.includes("--long");
const started = Date.now();

let passed = 0;
let failed = 0;
/**
 * Printed again at the end, when a failure's output is far above.
 * @type {string[]}
 */
const failures = [];
/**
 * The first failures of browser stories that passed when they were run again: printed at the end, so that nobody overlooks them.
 * @type {string[]}
 */
const flaky = [];
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
  if (skipped) return say(`– ${name}: skipped, ${skipped}`);
  say(`${code === 0 ? "✓" : "✗"} ${name}`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    failures.push(`${name}: ${output.trim().slice(-3_000)}`);
    say(output.trim());
  }
};
/** @type {(check: [name: string, check: () => Promise<import("./lib/run.mjs").Result>]) => Promise<void>} */
const noteCheck = async ([name, check]) => void note(name, await check());
// Cargo needs no npm package, and can use the processors during npm's installation.
const cargo = mapConcurrently(Object.entries(rustChecks({ long })), 1, noteCheck);
await ensureInstalled({ development: true });
const browser = await ensureBrowser();
await ensureBuilt();
// One of them rarely keeps two processors busy.
await mapConcurrently(Object.entries({ ...checks, ...rustAgainstTypeScript({ long }) }), 2, noteCheck);
await cargo;

const memory = openMemoryFolder();
const env = {
  CHROME_PATH: browser,
  ...memory.env,
  // The long run keeps screenshots of all screens; `npm run pictures` makes a book of them.
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
};
await suite("unit", env);
// What a browser shows depends on more than our own code: a failed file is run once more.
await suite("screens", env, { repeat: true });
await suite("engines", env);
await suite("e2e", env, { repeat: true });
if (long) {
  // These draw new random steps each time: what passes the second time has not done the same.
  await suite("long", env);
  const book = await bookAgainstBase(browser);
  note("the picture book beside the one of the merge base", book);
  if (book.code === 0 && book.output) say(book.output.trim());
}
const rebuildPrograms = async () => {
  const result = await reproduce(say);
  const output = result.lines.join("\n");
  if (result.verdict === "moved") {
    const { out } = result;
    say(`– the programs are built anew: a pinned Debian package has moved on, so that the bytes differ.\n${output}`);
    await suite("engines", { ...env, TRIBE_PROGRAMS: out }, { only: ["programs/"] });
    rmSync(join(out, "../.."), { recursive: true, force: true });
  } else {
    const skipped = result.verdict === "skipped" ? { skipped: output } : {};
    const code = result.verdict === "same" ? 0 : 1;
    note("two builds of the programs give the committed bytes", { code, output, ...skipped });
  }
};
// Last, after the programs' own suites have tested the committed bytes.
if (long || !isProven()) await rebuildPrograms();
else
  say("– the programs are not rebuilt: these sources and this recipe have given these bytes before (reproduced.json).");
memory.remove();
say("The ten slowest files:");
for (const { file, ms } of files.sort((a, b) => b.ms - a.ms).slice(0, 10)) say(`  ${seconds(ms).padStart(8)}  ${file}`);
for (const failure of failures) say(`✗ ${failure}`);
for (const failure of flaky) say(`Flaky: ${failure}`);
say(`Took ${seconds(Date.now() - started)}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
