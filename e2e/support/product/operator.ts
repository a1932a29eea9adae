import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Tribe } from "./tribe.ts";

const settings = (tribe: Tribe) => ({
  cwd: fileURLToPath(new URL("../../..", import.meta.url)),
  env: { ...process.env, TRIBE_DATA_DIR: tribe.dataDir, RPC_URL: tribe.config().rpcUrl },
});

/** Runs a command of `npm run operator` on a running installation. @throws Error with its words when it refuses. */
export const operate = async (tribe: Tribe, ...args: string[]): Promise<string> => {
  const command = ["--import", "tsx", "apps/server/src/operator.ts", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, settings(tribe));
  return stdout;
};

/** What an operator's process says to a command. */
export type OperatorAnswer = { readonly line: string } | { readonly failure: string };

/** An operator who stays. */
export interface Operator {
  /** As {@link operate}; one command after the other. */
  run(...args: string[]): Promise<string>;
  close(): void;
}

/** The same commands for a suite that gives many: each process of {@link operate} loads the whole server for one. */
export const openOperator = (tribe: Tribe): Operator => {
  const child = fork(fileURLToPath(new URL("./operator-process.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    ...settings(tribe),
  });
  return {
    run: async (...args) => {
      const answered = once(child, "message");
      child.send(args);
      const [answer] = (await answered) as [OperatorAnswer]; // only operator-process.ts is at the other end
      if ("failure" in answer) throw new Error(answer.failure);
      return answer.line;
    },
    close: () => void child.kill(),
  };
};
