// `npm run bench` runs every suite, `npm run bench -- NAME …` some, `npm run bench -- NAME --only=PARTS` parts of one
// (comma-separated), whose rows replace those of the same names. Prints tables, writes bench/results/NAME.json.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";

await ensureInstalled({ development: true });
await ensureBuilt();
const args = ["--import", "tsx", `${root}/bench/run.ts`, ...process.argv.slice(2)];
// The product runs without React's development checks.
const { code } = await run(process.execPath, args, { env: { NODE_ENV: "production" } });
process.exit(code);
