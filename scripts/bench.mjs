// `npm run bench`: every suite, `npm run bench -- NAME …` some. Prints tables, writes bench/results/NAME.json.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";

await ensureInstalled({ development: true });
await ensureBuilt();
const { code } = await run(process.execPath, ["--import", "tsx", `${root}/bench/run.ts`, ...process.argv.slice(2)]);
process.exit(code);
