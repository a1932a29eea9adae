// The options of `npm test`.
import { parseArgs } from "node:util";

/** What `npm test` consists of, in its order. `check` is the static checks, `engines` has the programs' Rust and their rebuild with it. */
export const parts = /** @type {const} */ (["check", "unit", "engines", "screens", "e2e", "browsers"]);
/** @typedef {typeof parts[number]} Part */
/** The stories in Firefox and WebKit are a part of the long run, or asked for by name. @type {readonly Part[]} */
const byNameAlone = ["browsers"];

const usage = `Use: npm test -- [--only=${parts.join(",")}] [--whole] [--record]
  --only    some parts, by a comma between them
  --whole   also the suites whose inputs passed before
  --record  keep this run in scripts/gate/runs.jsonl
  --long    the long run (npm run test:long)`;

/**
 * Reads the options.
 * @param {string[]} args
 * @returns {{ long: boolean, whole: boolean, record: boolean, has: (part: Part) => boolean } | { problem: string }} whole: nothing is
 *   skipped for having passed before
 */
export const readOptions = (args) => {
  /** @type {Record<string, string | boolean | undefined>} */
  let values;
  try {
    const flag = /** @type {const} */ ({ type: "boolean", default: false });
    values = parseArgs({
      args,
      options: { long: flag, whole: flag, record: flag, only: { type: "string" } },
    }).values;
  } catch (error) {
    return { problem: `${error instanceof Error ? error.message : error}\n${usage}` };
  }
  const { long, whole, record, only } = values;
  const usual = long ? parts : parts.filter((part) => !byNameAlone.includes(part));
  const chosen = typeof only === "string" ? only.split(",") : [...usual];
  const unknown = chosen.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0) return { problem: `No part is called "${unknown.join('", "')}".\n${usage}` };
  if (record && (only !== undefined || long)) return { problem: `Only a run of all of npm test is kept.\n${usage}` };
  return {
    long: long === true,
    whole: whole === true || long === true,
    record: record === true,
    has: (part) => chosen.includes(part),
  };
};
