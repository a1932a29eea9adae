import { type ChildProcess, fork } from "node:child_process";
import { childProgram } from "../../../programs.ts";

/**
 * Of JavaScript's young objects, MiB. A connection that has ended gives its native memory back only when the collector finds its
 * object, and the collector knows nothing of what hangs on it: with Node's 16 MiB, 5,000 joins that were never answered grew the
 * unit from 100 to 230 MB before they came to a rest, with this to 130 (docs/decisions/0121).
 */
const youngMebibytes = 1;

/** Starts the forwarding unit's process; it speaks by messages. */
export const startSfu = (options: {
  readonly stdio: ("ignore" | "pipe" | "inherit" | "ipc")[];
  readonly detached: boolean;
}): ChildProcess => {
  const { file, execArgv } = childProgram("live/sfu/main.js", "engines/live/sfu/main.ts");
  return fork(file, [], { ...options, execArgv: [`--max-semi-space-size=${youngMebibytes}`, ...execArgv] });
};
