import { readFile } from "node:fs/promises";
import type { Tribe } from "../../e2e/support/product/tribe.ts";

const parts = ["server", "database", "chain", "traders"] as const;
/** Processor time by process. */
export type Part = (typeof parts)[number];
/** Milliseconds of processor time since each process began. */
export type CpuUse = Readonly<Record<Part, number>>;

/** The kernel counts in hundredths of a second (`getconf CLK_TCK`). */
const msPerTick = 10;

/**
 * The processor time so far of the installation's processes, and of the traders in this one; null if the system does not report
 * it.
 */
export const cpuUse = async (tribe: Tribe): Promise<CpuUse | null> => {
  const { user, system } = process.cpuUsage();
  const use = { server: 0, database: 0, chain: 0, traders: (user + system) / 1_000 };
  for (const pid of await tribe.processes()) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => null);
    const [stat, command] = await Promise.all([read("stat"), read("cmdline")]);
    if (stat === null || command === null) continue;
    // The name in brackets may hold anything; the fields after it do not. User and system time are the 14th and 15th, those of
    // children that have ended the two after them: PostgreSQL's processes come and go.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    use[partOf(command)] += ticks * msPerTick;
  }
  return use.server === 0 ? null : use;
};

const partOf = (command: string): Part => {
  if (command.startsWith("postgres") || command.includes("bin/postgres")) return "database";
  // Run from its sources, or as built with the server.
  return /\blocalnet\/(?:src\/)?cli\.[jt]s/.test(command) ? "chain" : "server";
};

/** Milliseconds of processor time for each of `count` operations between two measurements. */
export const cpuPerOne = (before: CpuUse, after: CpuUse, count: number): readonly (readonly [Part, number])[] =>
  parts.map((part) => [part, (after[part] - before[part]) / count]);
