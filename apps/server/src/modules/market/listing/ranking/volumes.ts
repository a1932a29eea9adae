import type { Mint } from "@tribe/contract";
import type { Executor } from "../../../../db/client.ts";
import type { SortKeys } from "../../rules/ranking.ts";
import { type TimeRange, totalVolumes, volumeChanges } from "../../store/volumes.ts";

/** Volume of tokens for the ranking, in lamports; tokens without any may be missing. */
export type Volumes = SortKeys;
/** Reads the volumes at a moment, in ms. Do not call it again before it has answered. */
export type ReadVolumes = (db: Executor, now: number) => Promise<Volumes>;

/** A trade may be indexed this much later than it was made; until then its sum is not final. */
const settlesAfterMs = 60_000;
/** How often everything is read again, so that trades that were indexed even later are included. */
const readAllEveryMs = 600_000;

/** Volumes of all time: after the first read only tokens that were traded since are read. */
export const createTotalVolumes = (): ReadVolumes => {
  let volumes = new Map<Mint, bigint>();
  let allReadAt: number | null = null;
  let readAt = 0;
  return async (db, now) => {
    const isAll = allReadAt === null || now - allReadAt > readAllEveryMs || now < readAt;
    const read = await totalVolumes(db, isAll ? null : readAt - settlesAfterMs);
    if (isAll) {
      volumes = new Map();
      allReadAt = now;
    }
    readAt = now;
    for (const [mint, volume] of read) volumes.set(mint, BigInt(volume));
    return volumes;
  };
};

/** The volumes of a window that are final. */
interface Settled extends TimeRange {
  readonly volumes: Map<Mint, bigint>;
}

/**
 * Volumes of the last `lengthMs`: after the first read only the trades that entered or left the window are read, however many it
 * has.
 */
export const createWindowVolumes = (lengthMs: number): ReadVolumes => {
  let settled: Settled | null = null;
  let allReadAt = 0;
  return async (db, now) => {
    const [from, to] = [now - lengthMs, now - settlesAfterMs];
    const isUsable = settled !== null && now - allReadAt <= readAllEveryMs && to >= settled.to;
    const before: Settled = settled !== null && isUsable ? settled : { volumes: new Map(), from, to: from };
    const changes = await volumeChanges(db, before, { from, to });
    const { volumes } = before;
    for (const [mint, change] of changes) add(volumes, mint, BigInt(change));
    settled = { volumes, from, to };
    if (!isUsable) allReadAt = now;
    const sums = new Map(volumes);
    for (const [mint, , later] of changes) add(sums, mint, BigInt(later));
    return sums;
  };
};

const add = (sums: Map<Mint, bigint>, mint: Mint, value: bigint): void => {
  const sum = (sums.get(mint) ?? 0n) + value;
  // Negative: a trade left the window that was indexed too late to have been counted.
  if (sum <= 0n) sums.delete(mint);
  else sums.set(mint, sum);
};
