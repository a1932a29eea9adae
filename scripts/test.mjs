// `npm test`: the static checks, then every suite; ends with the plain line `N passed, N failed`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { checks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { reproduce } from "./lib/reproduce.mjs";
import { rustChecks } from "./lib/rust.mjs";
import { runSuite } from "./lib/suites.mjs";
import { say, seconds } from "./lib/terminal.mjs";

const long = process.argv.includes("--long");
const started = Date.now();
await ensureInstalled({ development: true });
const browser = await ensureBrowser();
await ensureBuilt();

let passed = 0;
let failed = 0;
const note = (name, { code, output, skipped }) => {
  if (skipped) return say(`– ${name}: skipped, ${skipped}`);
  say(`${code === 0 ? "✓" : "✗"} ${name}`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    say(output.trim());
  }
};
for (const [name, check] of Object.entries({ ...checks, ...rustChecks({ long }) })) note(name, await check());

const env = { CHROME_PATH: browser, ...(long ? { TRIBE_LONG: "1" } : {}) };
for (const project of ["unit", "engines", "e2e"]) {
  const counts = await runSuite(project, env);
  passed += counts.passed;
  failed += counts.failed;
}
// Last, so that the programs' own suites have spoken on the committed bytes.
const { verdict, lines, out } = await reproduce(say);
const output = lines.join("\n");
if (verdict === "moved") {
  say(`– the programs are built anew: a pinned Debian package has moved on, so that the bytes differ.\n${output}`);
  const counts = await runSuite("engines", { ...env, TRIBE_PROGRAMS: out }, ["programs/"]);
  passed += counts.passed;
  failed += counts.failed;
  rmSync(join(out, "../.."), { recursive: true, force: true });
} else {
  const skipped = verdict === "skipped" ? output : undefined;
  note("two builds of the programs give the committed bytes", { code: verdict === "same" ? 0 : 1, output, skipped });
}
say(`Took ${seconds(Date.now() - started)}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
