import type { Mint } from "@tribe/contract";
import { poller } from "../../async/poller.ts";
import type { AppContext, Worker } from "../../context/context.ts";
import { type FullCurve, fullCurves } from "../indexer/index.ts";
import { migrateToken } from "./migrate.ts";
import { withMigrationLock } from "./store/migration-lock.ts";

/** Without an event the index is read this often. */
const pollEveryMs = 5_000;
const firstPauseMs = 500;
const longestPauseMs = 60_000;

/** After a failure a curve waits, twice as long each time. */
interface Pause {
  readonly until: number;
  readonly ms: number;
}

/**
 * Migrates every full curve. The index says which are full and the chain what is done, so that a restarted process, or another
 * node, continues where this one stopped.
 */
export const migrationWorker: Worker = {
  name: "migrations",
  role: "worker",
  start: async (ctx) => {
    const ending = new AbortController();
    const pauses = new Map<Mint, Pause>();
    const work = poller(ctx, {
      name: "migrations",
      signal: ending.signal,
      everyMs: pollEveryMs,
      againMs: firstPauseMs,
      work: () => migrateFull(ctx, pauses),
    });
    const stop = ctx.bus.subscribe("curve.closed", () => work.wake());
    return {
      stop: async () => {
        stop();
        ending.abort();
        await work.ended;
      },
    };
  },
};

/** Migrates all full curves that do not wait. @returns whether nothing is left to do */
export const migrateFull = async (ctx: AppContext, pauses: Map<Mint, Pause>): Promise<boolean> => {
  const full = await fullCurves(ctx.db);
  const waiting = new Set(full.map(({ mint }) => mint));
  for (const mint of pauses.keys()) if (!waiting.has(mint)) pauses.delete(mint);
  for (const token of full) {
    const pause = pauses.get(token.mint);
    if (pause && pause.until > Date.now()) continue;
    // Doubled after a success, too, because the index shows it only a moment later.
    const ms = pause ? Math.min(pause.ms * 2, longestPauseMs) : firstPauseMs;
    await migrateAlone(ctx, token).catch((err: unknown) =>
      ctx.log.warn({ err, mint: token.mint }, "a full curve could not be migrated; it is tried again"),
    );
    pauses.set(token.mint, { until: Date.now() + ms, ms });
  }
  return full.length === 0;
};

/** Only one node works on a token at a time; others skip it. */
const migrateAlone = (ctx: AppContext, token: FullCurve): Promise<void> =>
  withMigrationLock(ctx.pool, token.mint, async () => {
    const outcome = await migrateToken(ctx, token);
    if (outcome.kind === "migrated") ctx.log.info({ mint: token.mint, ...outcome }, "a full curve became a pool");
  });
