import { countStolenTime } from "./stolen-time.ts";
import { report, type Suite } from "./suite.ts";

/** Name of a suite → its module. A suite is imported only when it runs. */
const suites: Record<string, () => Promise<{ run: () => Promise<Suite> }>> = {
  programs: () => import("./programs.ts"),
  localnet: () => import("./localnet.ts"),
  chat: () => import("./chat.ts"),
  trading: () => import("./trading.ts"),
  wallet: () => import("./wallet.ts"),
  "sign-up": () => import("./sign-up.ts"),
  market: () => import("./market.ts"),
  indexer: () => import("./indexer.ts"),
  web: () => import("./web.ts"),
  live: () => import("./live.ts"),
  notifications: () => import("./notifications.ts"),
  airdrop: () => import("./airdrop.ts"),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown suite: ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}.\n`);
  process.exit(2);
}

let reached = true;
for (const [name, load] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { run } = await load();
  const stolenSince = await countStolenTime();
  const suite = await run();
  reached = (await report(suite, await stolenSince())) && reached;
}
if (!reached) process.stdout.write("\nSome bars were missed (✗).\n");
process.exit(reached ? 0 : 1);
