import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../process/programs.ts";

const run = promisify(execFile);
const ask = `import { isBuilt } from "./scripts/lib/build.mjs"; process.stdout.write(String(isBuilt("apps/server")));`;
let answer: Promise<boolean> | null = null;

/**
 * How a test starts a chain: the built one if that is of these sources, as in `npm test`, which takes a third of the processor time;
 * else the sources.
 */
export const chainCommand = async (): Promise<{ readonly command?: string }> => {
  answer ??= run(process.execPath, ["--input-type=module", "-e", ask], { cwd: repository }).then(
    ({ stdout }) => stdout === "true",
  );
  return (await answer) ? { command: join(repository, "apps/server/dist/localnet/cli.js") } : {};
};
