// `npm run programs:verify`: rebuilds the programs and compares them with the committed ones, and those with the programs on a
// cluster.
//   npm run programs:verify -- --url https://… --curve ADDRESS --pool ADDRESS --once ADDRESS
//   --no-build  trusts the committed bytes and only queries the cluster
import { parseArgs } from "node:util";
import { ensureInstalled } from "../lib/install.mjs";
import { committed, programNames, reproduce, sha256 } from "../lib/reproduce.mjs";
import { fail, print } from "../lib/terminal.mjs";

const usage =
  "Use: npm run programs:verify -- [--no-build] [--url RPC [--curve ADDRESS] [--pool ADDRESS] [--once ADDRESS]]";
const names = programNames();
/** @returns {ReturnType<typeof parseArgs>["values"]} */
const optionsOf = () => {
  /** @type {import("node:util").ParseArgsConfig["options"] & {}} */
  const options = { url: { type: "string" }, "no-build": { type: "boolean" } };
  for (const name of names) options[name] = { type: "string" };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
};

const values = optionsOf();
const requested = names.filter((name) => values[name] !== undefined);
if ((values.url === undefined) !== (requested.length === 0))
  fail(`A cluster needs its URL and a program's address.\n${usage}`);
await ensureInstalled({ development: true });

let good = true;
if (!values["no-build"]) {
  const { verdict, lines } = await reproduce(print);
  const words = {
    same: "Two builds in two folders gave the committed bytes:",
    moved:
      "A pinned Debian package has moved on, so that these bytes can't be compared. Builds do not depend on the folder:",
    different: "The committed bytes are NOT what the sources give:",
    skipped: "Nothing was built:",
  };
  print(`${words[verdict]}\n  ${lines.join("\n  ")}`);
  good = verdict === "same";
}
for (const name of requested) good = (await compare(name, String(values.url), String(values[name]))) && good;
process.exit(good ? 0 : 1);

/**
 * Reports whether a cluster runs the committed program.
 * @param {string} name
 * @param {string} url
 * @param {string} address
 */
async function compare(name, url, address) {
  const { deployedProgram, withoutPadding } = await import("./deployed.mjs");
  try {
    const { code, authority } = await deployedProgram(url, address);
    const wanted = sha256(committed(name));
    const found = sha256(withoutPadding(code, committed(name).length));
    const same = found === wanted;
    print(`${name} at ${address} ${same ? "runs the committed program" : "does NOT run the committed program"}:`);
    print(`  deployed  ${found}\n  committed ${wanted}`);
    print(authority === null ? "  Nobody can upgrade it." : `  ${authority} can upgrade it.`);
    return same;
  } catch (error) {
    print(`${name}: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
