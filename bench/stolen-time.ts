import { readFile } from "node:fs/promises";

/** The processors' time since the machine started, in ticks. */
interface Ticks {
  readonly all: number;
  readonly stolen: number;
}

/** The first line of Linux's /proc/stat (proc(5)): user, nice, system, idle, iowait, irq, softirq, steal, and guests, who are in user. */
const readTicks = async (): Promise<Ticks | null> => {
  const text = await readFile("/proc/stat", "utf8").catch(() => "");
  const counts = /^cpu +([\d ]+)/.exec(text)?.[1]?.split(" ").map(Number).slice(0, 8);
  const stolen = counts?.[7];
  return counts && stolen !== undefined ? { all: counts.reduce((sum, count) => sum + count, 0), stolen } : null;
};

/**
 * Starts to count. @returns a function that returns the percentage of the time since then that other machines on the same host
 * have taken from this one, to one decimal: with much of it no figure is valid. Null where the system does not report it.
 */
export const countStolenTime = async (): Promise<() => Promise<number | null>> => {
  const before = await readTicks();
  return async () => {
    const after = await readTicks();
    if (!before || !after || after.all === before.all) return null;
    return Math.round((1_000 * (after.stolen - before.stolen)) / (after.all - before.all)) / 10;
  };
};
