// `npm start`: the whole product on this machine. Options: --empty (no example world), --roles=…, --reset.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root } from "./lib/run.mjs";
import { say } from "./lib/terminal.mjs";

const options = process.argv.slice(2);
if (options.includes("--help")) {
  say("npm start -- [--empty] [--reset] [--roles=web,realtime,worker,indexer]");
  say("  --empty   start without the example Tribes");
  say("  --reset   delete all local data first");
  say("  --roles   run only these parts of the server (default: all)");
  process.exit(0);
}
if (options.includes("--reset")) {
  const folder = process.env.TRIBE_DATA_DIR ?? join(root, ".data");
  say(`Deleting ${folder} …`);
  rmSync(folder, { recursive: true, force: true });
}

await ensureInstalled({ development: false });
await ensureBuilt();

const server = spawn(
  process.execPath,
  ["--import", "tsx", join(root, "apps/server/src/main.ts"), ...options.filter((option) => option !== "--reset")],
  { cwd: root, stdio: "inherit" },
);
// The terminal signals the whole group; a supervisor signals only us.
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
server.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
