import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "@tribe/contract";
import * as z from "zod/mini";

/**
 * Limits on co-signatures of one trader and of all together: far above legitimate use, far below what an attacker with the
 * page server wants.
 */
export const coSignLimits = { traderPerMinute: 600, allPerMinute: 60_000, allPerDay: 5_000_000 } as const;

/**
 * Counts co-signatures in a file of the process that holds the key: a count in the database could be changed by anybody who
 * can write there.
 */
export interface CoSignRateLimiter {
  /** Counts one co-signature. @returns the limit that it would exceed, null when it is within all */
  count(trader: Address): Promise<string | null>;
}

const storedCountSchema = z.object({ day: z.string(), count: z.int() });
/** The day's count is saved after this many co-signatures; a crash loses those since then. */
const countsPerWrite = 100;

/** @param folder of the process with the key. */
export const openCoSignRateLimiter = async (
  folder: string,
  now: () => number,
  limits: { traderPerMinute: number; allPerMinute: number; allPerDay: number } = coSignLimits,
): Promise<CoSignRateLimiter> => {
  const file = join(folder, "co-signed.json");
  const dayOf = () => new Date(now()).toISOString().slice(0, 10);
  const stored = await readFile(file, "utf8").then(
    (text) => storedCountSchema.parse(JSON.parse(text)),
    () => null,
  );
  let day = stored ?? { day: dayOf(), count: 0 };
  let minute = { start: 0, all: 0, traders: new Map<Address, number>() };
  const write = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const partial = `${file}.${randomUUID()}`;
    await writeFile(partial, JSON.stringify(day), { mode: 0o600 });
    await rename(partial, file);
  };
  return {
    count: async (trader) => {
      const start = Math.floor(now() / 60_000);
      if (minute.start !== start) minute = { start, all: 0, traders: new Map() };
      if (day.day !== dayOf()) day = { day: dayOf(), count: 0 };
      const own = (minute.traders.get(trader) ?? 0) + 1;
      if (own > limits.traderPerMinute) return "too many for one trader in a minute";
      if (minute.all + 1 > limits.allPerMinute) return "too many in a minute";
      if (day.count + 1 > limits.allPerDay) return "too many in a day";
      minute.traders.set(trader, own);
      minute.all += 1;
      day = { ...day, count: day.count + 1 };
      if (day.count % countsPerWrite === 1) await write();
      return null;
    },
  };
};
