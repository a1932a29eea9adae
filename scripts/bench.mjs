// `npm run bench`: every suite, `npm run bench -- NAME …` some, `npm run bench -- NAME --only=PARTS` parts of one, by commas,
// whose rows take their places among the others'. Prints tables, writes bench/results/NAME.json.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";

await ensureInstalled({ development: true });
await ensureBuilt();
const args = ["--import", "tsx", `${root}/bench/run.ts`, ...process.argv.slice(2)];
// React's checks for developers are no part of the product.
const { code } = await run(process.execPath, args, { env: { NODE_ENV: "production" } });
process.exit(code);
