// `npm run check`: the fast loop. Format, lint, types, import rules, unused code, unit tests.
import { checks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { mapConcurrently } from "./lib/map-concurrently.mjs";
import { runSuite } from "./lib/suites.mjs";
import { say, seconds } from "./lib/terminal.mjs";

await ensureInstalled({ development: true });
const started = Date.now();
let bad = 0;
await mapConcurrently(Object.entries(checks), 2, async ([name, check]) => {
  const from = Date.now();
  const { code, output } = await check();
  say(`${code === 0 ? "✓" : "✗"} ${name} (${seconds(Date.now() - from)})`);
  if (code !== 0) {
    bad += 1;
    say(output.trim());
  }
});
const { failed } = await runSuite("unit", {}, { cached: true });
say(`Checked in ${seconds(Date.now() - started)}.`);
process.exit(bad + failed > 0 ? 1 : 0);
