import { type ChildProcess, fork } from "node:child_process";
import { childProgram } from "../../../process/programs.ts";

/**
 * Size of JavaScript's young generation, MiB. An ended connection frees its native memory only when its object is collected,
 * and the collector does not see that memory: with Node's 16 MiB, 5,000 joins without an answer grew the unit from 100 to 230
 * MB before it stopped growing, with this to 130 (docs/decisions/0121).
 */
const youngMebibytes = 1;

/** Starts the forwarding unit's process, which communicates by messages. */
export const startSfu = (options: {
  readonly stdio: ("ignore" | "pipe" | "inherit" | "ipc")[];
  readonly detached: boolean;
}): ChildProcess => {
  const { file, execArgv } = childProgram("live/sfu/main.js", "engines/live/sfu/main.ts");
  return fork(file, [], { ...options, execArgv: [`--max-semi-space-size=${youngMebibytes}`, ...execArgv] });
};
