import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Tribe } from "./tribe.ts";

const settings = (tribe: Tribe) => ({
  cwd: fileURLToPath(new URL("../../..", import.meta.url)),
  // It finds the chain's port in the data folder.
  env: { ...process.env, TRIBE_DATA_DIR: tribe.dataDir },
});

/** The operator process's answer to a command. */
export type OperatorAnswer = { readonly line: string } | { readonly failure: string };

/** A long-running operator. */
export interface Operator {
  /** Runs commands one after the other. @throws Error with the command's message when it fails. */
  run(...args: string[]): Promise<string>;
  close(): void;
}

/** Runs commands of `npm run operator` on an installation, all in one process, as each process loads the whole server. */
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
