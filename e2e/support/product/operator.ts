import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Tribe } from "./tribe.ts";

/** Runs a command of `npm run operator` on a running installation. @throws Error with its words when it refuses. */
export const operate = async (tribe: Tribe, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "apps/server/src/operator.ts", ...args],
    {
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      env: { ...process.env, TRIBE_DATA_DIR: tribe.dataDir, RPC_URL: tribe.config().rpcUrl },
    },
  );
  return stdout;
};
