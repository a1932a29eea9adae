// `npm start`: the whole product on this machine. Options: --empty (no example world), --roles=…, --reset.
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root } from "./lib/run.mjs";
import { supervise } from "./lib/supervise.mjs";
import { fail, print } from "./lib/terminal.mjs";

const options = process.argv.slice(2);
if (options.includes("--help")) {
  print("npm start -- [--empty] [--reset] [--roles=web,keys,realtime,worker,indexer]");
  print("  --empty   start without the example Tribes");
  print("  --reset   delete all local data first");
  print("  --roles   run only these parts of the server (default: all)");
  process.exit(0);
}
const unknown = options.filter((option) => !/^--(empty|reset|roles=.+)$/.test(option));
if (unknown.length > 0) fail(`Unknown option: ${unknown.join(" ")}. \`npm start -- --help\` lists them.`);

await ensureInstalled({ development: false });
await ensureBuilt();

await supervise(join(root, "apps/server/dist/main.js"), options, root);
