import { parseArgs } from "node:util";
import { countStolenTime } from "./stolen-time.ts";
import { type IsAsked, report, type Suite } from "./suite.ts";

/** A suite; `parts` of it can be measured alone. */
interface SuiteModule {
  readonly run: (isAsked: IsAsked) => Promise<Suite>;
  readonly parts?: readonly string[];
}

/** Name of a suite → its module. A suite is imported only when it runs. */
const suites: Record<string, () => Promise<SuiteModule>> = {
  programs: () => import("./programs.ts"),
  localnet: () => import("./localnet.ts"),
  chat: () => import("./chat.ts"),
  trading: () => import("./trading.ts"),
  wallet: () => import("./wallet.ts"),
  "sign-up": () => import("./sign-up.ts"),
  "first-message": () => import("./first-message.ts"),
  market: () => import("./market.ts"),
  indexer: () => import("./indexer.ts"),
  web: () => import("./web.ts"),
  live: () => import("./live.ts"),
  notifications: () => import("./notifications.ts"),
  airdrop: () => import("./airdrop.ts"),
};

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const { values, positionals: asked } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const only = values.only?.split(",") ?? null;
const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) refuse(`Unknown suite: ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}.`);
if (only && asked.length !== 1) refuse("--only names parts of one suite: npm run bench -- chat --only=history_page");

let reached = true;
for (const [name, load] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const { run, parts = [] } = await load();
  if (only && !only.every((part) => parts.includes(part)))
    refuse(`Parts of ${name} that can be measured alone: ${parts.join(", ") || "none"}.`);
  const stolenSince = await countStolenTime();
  const suite = await run((part) => only === null || only.includes(part));
  reached = (await report(suite, await stolenSince(), only === null)) && reached;
}
if (!reached) process.stdout.write("\nSome bars were missed (✗).\n");
process.exit(reached ? 0 : 1);
