// `npm test`: the static checks, then every suite; ends with the plain line `N passed, N failed`.
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { checks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runSuite } from "./lib/suites.mjs";
import { say, seconds } from "./lib/terminal.mjs";

const long = process.argv.includes("--long");
const started = Date.now();
await ensureInstalled({ development: true });
const browser = await ensureBrowser();
await ensureBuilt();

let passed = 0;
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  const { code, output } = await check();
  say(`${code === 0 ? "✓" : "✗"} ${name}`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    say(output.trim());
  }
}
const env = { CHROME_PATH: browser, ...(long ? { TRIBE_LONG: "1" } : {}) };
for (const project of ["unit", "engines", "e2e"]) {
  const counts = await runSuite(project, env);
  passed += counts.passed;
  failed += counts.failed;
}
say(`Took ${seconds(Date.now() - started)}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
