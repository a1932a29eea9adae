import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

/** One figure. Names are stable and dotted, so that results can be compared over time. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The required value; null if it is only observed. */
  readonly bar: number | null;
  readonly better: "lower" | "higher";
  /** When, if it was measured apart from its suite. */
  readonly at?: string;
  /** A peer that ran in the same suite, or a published figure. */
  readonly versus?: { readonly who: string; readonly value: number };
}

/** Whether to measure a part of a suite: all parts, unless some are named. */
export type IsAsked = (part: string) => boolean;

/** One suite's measurements. */
export interface Suite {
  readonly suite: string;
  readonly rows: readonly Row[];
}

/** A percentile of a sample, by nearest rank. @param share between 0 and 1. @throws RangeError on an empty sample. */
export const percentile = (sample: readonly number[], share: number): number => {
  const sorted = [...sample].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))];
  if (value === undefined) throw new RangeError("a percentile needs a sample");
  return value;
};

const meets = (row: Row): boolean =>
  row.bar === null || (row.better === "lower" ? row.value <= row.bar : row.value >= row.bar);

const table = (suite: Suite): string =>
  suite.rows
    .map((row) => {
      const bar =
        row.bar === null ? "" : `  ${row.better === "lower" ? "≤" : "≥"} ${row.bar} ${meets(row) ? "✓" : "✗"}`;
      const versus = row.versus ? `  (${row.versus.who}: ${row.versus.value})` : "";
      return `  ${row.name.padEnd(40)} ${String(row.value).padStart(12)} ${row.unit}${bar}${versus}`;
    })
    .join("\n");

/** The format of `bench/results/NAME.json`. */
interface Result extends Suite {
  readonly at: string;
  readonly machine: object;
}

/** A result as it is committed: one line a row, so that a change of it shows the figures that have changed. */
const fileText = ({ suite, at, machine, rows }: Result): string => {
  const head = JSON.stringify({ suite, at, machine }).slice(0, -1);
  return `${head},"rows":[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]}\n`;
};

/** Separately measured rows replace those of the same names in an existing result. */
const withRows = (result: Result, at: string, rows: readonly Row[]): Result => {
  const apart = new Map(rows.map((row) => [row.name, { ...row, at }]));
  const taken = result.rows.map((row) => {
    const newer = apart.get(row.name);
    apart.delete(row.name);
    return newer ?? row;
  });
  return { ...result, rows: [...taken, ...apart.values()] };
};

/**
 * Prints a suite's table and writes `bench/results/NAME.json`. Answers whether every bar was reached.
 * @param stolenPercent the percentage of processor time that others on the same host took during the run; null if unknown
 * @param isWhole false when only parts of it ran: the last results of the others stay
 */
export const report = async (suite: Suite, stolenPercent: number | null, isWhole: boolean): Promise<boolean> => {
  const machine = { cores: cpus().length, memory: totalmem(), node: process.version, stolenPercent };
  const folder = fileURLToPath(new URL("./results/", import.meta.url));
  const file = `${folder}${suite.suite}.json`;
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const result: Result = isWhole
    ? { suite: suite.suite, at, machine, rows: suite.rows }
    : withRows(JSON.parse(await readFile(file, "utf8")), at, suite.rows);
  await writeFile(file, fileText(result));
  const stolen =
    stolenPercent === null ? "" : `, ${stolenPercent} % of the processors' time went to others on the host`;
  process.stdout.write(`\n${suite.suite}${stolen}\n${table(suite)}\n`);
  return suite.rows.every(meets);
};
