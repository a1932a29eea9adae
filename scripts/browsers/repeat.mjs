// Runs a story of e2e/browsers many times in a row, before `npm test` takes it in or after it was red once:
// node scripts/browsers/repeat.mjs [times, 20] [file, main-job]
import { findEngine } from "../lib/browser.mjs";
import { runSuite } from "../lib/suites.mjs";
import { fail, print, seconds } from "../lib/terminal.mjs";

const [times = "20", file = "main-job"] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(times)) fail("Use: node scripts/browsers/repeat.mjs [times] [file]");
for (const name of /** @type {const} */ (["Firefox", "WebKit"]))
  if (findEngine(name) === null) print(`– ${name} isn't here: npm run test:browsers installs it where it can.`);

/** @type {string[]} */
const lines = [];
let red = 0;
for (let run = 1; run <= Number(times); run += 1) {
  const { passed, failed, failures, files } = await runSuite("browsers", {}, { only: [file] });
  const ms = files.reduce((sum, each) => sum + each.ms, 0);
  lines.push(
    `${run}: ${passed} passed, ${failed} failed, ${seconds(ms)}${failures.map((each) => `\n${each}`).join("")}`,
  );
  if (failed > 0 || passed === 0) red += 1;
}
print(`\n${lines.join("\n")}\n${Number(times) - red} of ${times} runs green`);
process.exitCode = red > 0 ? 1 : 0;
