// The kept runs of `npm test`, a line each in runs.jsonl, and what they say about a story that had to be repeated.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../lib/run.mjs";

const file = join(root, "scripts/gate/runs.jsonl");
/** In so many runs, the present one among them, a story may be repeated once. */
const remembered = 10;

/**
 * A test that failed and passed when its file was run again.
 * @typedef {{ file: string, title: string }} Story
 */
/**
 * One run of the whole gate: the commit that it tested, how many minutes it took, how many tests failed, and what was repeated.
 * @typedef {{ commit: string, minutes: number, failed: number, repeats: Story[] }} GateRun
 */

/** @param {Story} story */
export const nameOf = ({ file, title }) => `${file} > ${title}`;

/**
 * @param {string} text of runs.jsonl, the oldest run first
 * @returns {GateRun[]}
 */
export const parseRuns = (text) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** The kept runs, the oldest first. */
export const recordedRuns = () => (existsSync(file) ? parseRuns(readFileSync(file, "utf8")) : []);

/** @param {GateRun} gateRun */
export const lineOf = ({ commit, minutes, failed, repeats }) =>
  `${JSON.stringify({ commit, minutes: Math.round(minutes * 10) / 10, failed, repeats })}\n`;

/**
 * Keeps a run.
 * @param {Omit<GateRun, "commit">} gateRun
 */
export const keepRun = async (gateRun) => {
  const { output } = await run("git", ["rev-parse", "--short=12", "HEAD"], { quiet: true });
  appendFileSync(file, lineOf({ commit: output.trim(), ...gateRun }));
};

/** Whether what is tested is a commit: a kept run names it. */
export const isCommitted = async () => {
  const { code, output } = await run("git", ["status", "--porcelain", "--untracked-files=no"], { quiet: true });
  return code === 0 && output.trim() === "";
};

/**
 * Why a run is red although what was repeated passed then: a story that had to be repeated a short while ago, too.
 * @param {GateRun[]} recorded
 * @param {Story[]} repeats of this run
 * @returns {string[]}
 */
export const repeatedAgain = (recorded, repeats) =>
  repeats.flatMap((story) => {
    const before = recorded
      .slice(1 - remembered)
      .find((gateRun) => gateRun.repeats.some((other) => nameOf(other) === nameOf(story)));
    return before
      ? [`${nameOf(story)}: repeated at ${before.commit}, too, within ${remembered} runs. Find its fault and mend it.`]
      : [];
  });
