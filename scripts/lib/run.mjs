// Child processes: run to the end, with the output shown or collected.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The result of a command. `skipped` is the reason why it was not run, when that is no failure.
 * @typedef {{ code: number, output: string, skipped?: string }} Result
 */

/** @typedef {{ env?: Record<string, string | undefined>, quiet?: boolean, cwd?: string }} Options */

/**
 * Runs a command, by default in the repository's root.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options] quiet: the output is returned, not shown
 * @returns {Promise<Result>}
 */
export const run = (command, args, { env = {}, quiet = false, cwd = root } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", (error) => resolve({ code: 127, output: String(error) }));
    child.once("close", (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });

/**
 * Runs the entry file of an installed tool with this Node, so that no shell or PATH is involved.
 * @param {string} file below node_modules
 * @param {string[]} args
 * @param {Options} [options]
 */
export const runTool = (file, args, options) =>
  run(process.execPath, [`${root}/node_modules/${file}`, ...args], options);
