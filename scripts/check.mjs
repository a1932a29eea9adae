// `npm run check`: the fast loop. Format, lint, types, import rules, unused code, unit tests.
import { checks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { mapConcurrently } from "./lib/map-concurrently.mjs";
import { runSuite } from "./lib/suites.mjs";
import { print, seconds } from "./lib/terminal.mjs";

await ensureInstalled({ development: true });
const started = Date.now();
let bad = 0;
/** @type {(() => Promise<void>)[]} */
const runs = Object.entries(checks).map(([name, check]) => async () => {
  const from = Date.now();
  const { code, output } = await check();
  print(`${code === 0 ? "✓" : "✗"} ${name} (${seconds(Date.now() - from)})`);
  if (code !== 0) {
    bad += 1;
    print(output.trim());
  }
});
// Last, as it keeps two processors busy by itself; it begins while the last check still runs.
runs.push(async () => {
  bad += (await runSuite("unit", {}, { cached: true })).failed;
});
await mapConcurrently(runs, 2, (start) => start());
print(`Checked in ${seconds(Date.now() - started)}.`);
process.exit(bad > 0 ? 1 : 0);
