import { eq, sql } from "drizzle-orm";
import type { AppContext, Worker } from "../../../context.ts";
import type { Executor } from "../../../db/client.ts";
import { type OutboxCursor, presentSnapshot, readOutbox } from "../../../engines/bus/read-outbox.ts";
import { poller } from "../../../poller.ts";
import { noticeCursor } from "../schema.ts";
import { planEvents } from "./plan-events.ts";
import { type PlannedEvent, plannedTypes } from "./planned-events.ts";

/** Events of one transaction: of many messages in one chat each member's line is written once. */
const batchSize = 1_000;
/** On a busy day it works a tenth of the time, so that no message waits for what tells of it; and tells once a second. */
const restMs = (tookMs: number): number => Math.min(9 * tookMs, 500);
/** Without a wake-up events are still read this often. */
const everyMs = 1_000;
const planner = "planner";

/**
 * Makes notices of what is in the outbox, by a cursor that is kept with them: each event is taken once, in one transaction
 * with all that follows from it, however often the process is killed. One at a time in all processes. Whoever sends a
 * message waits for none of it.
 */
export const noticePlanner: Worker = {
  name: "notices",
  role: "worker",
  start: async (ctx) => {
    await openCursor(ctx);
    const ending = new AbortController();
    const { wake, ended } = poller(ctx, {
      name: "notices",
      signal: ending.signal,
      everyMs,
      againMs: 0,
      restMs,
      work: async () => (await planBatch(ctx)) < batchSize,
    });
    const stops = plannedTypes.map((type) => ctx.bus.subscribe(type, wake));
    return {
      stop: async () => {
        for (const stop of stops) stop();
        ending.abort();
        await ended;
      },
    };
  },
};

/** The first planner begins with what happens from now on; after a restore numbers begin anew, and so does it. */
const openCursor = async ({ db }: Pick<AppContext, "db">): Promise<void> => {
  const snapshot = await presentSnapshot(db);
  await db.insert(noticeCursor).values({ name: planner, snapshot }).onConflictDoNothing();
  await db.execute(sql`
    update ${noticeCursor} set snapshot = ${snapshot}, next_snapshot = null, next_id = null
    where pg_snapshot_xmax(snapshot::pg_snapshot) > pg_snapshot_xmax(${snapshot}::pg_snapshot)`);
};

/** Plans one batch. @returns how many events it had; 0 while another process is at it. */
export const planBatch = async (ctx: AppContext): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    if (!cursor) return 0;
    const { events, cursor: after } = await readOutbox(tx, cursor, { limit: batchSize, types: plannedTypes });
    // Only these types were asked for.
    await planEvents(ctx, tx, events as readonly PlannedEvent[]);
    if (after.snapshot !== cursor.snapshot || after.next) await keepCursor(tx, after);
    return events.length;
  });

/**
 * For the rest of the transaction a statement's plan is that for any values: all of them look up lists of events and people by
 * their keys, and PostgreSQL would plan the largest anew for each batch, which takes it longer than to run it.
 */
const plansOnce = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

const lockCursor = async (tx: Executor): Promise<OutboxCursor | null> => {
  const { snapshot: seen, nextSnapshot: begun, nextId: reached } = noticeCursor;
  const [row] = await tx
    .select({ snapshot: seen, nextSnapshot: begun, nextId: reached, plansOnce })
    .from(noticeCursor)
    .where(eq(noticeCursor.name, planner))
    .for("update", { skipLocked: true });
  if (!row) return null;
  const { snapshot, nextSnapshot, nextId } = row;
  return { snapshot, next: nextSnapshot !== null && nextId !== null ? { snapshot: nextSnapshot, id: nextId } : null };
};

const keepCursor = async (tx: Executor, { snapshot, next }: OutboxCursor): Promise<void> => {
  await tx
    .update(noticeCursor)
    .set({ snapshot, nextSnapshot: next?.snapshot ?? null, nextId: next?.id ?? null })
    .where(eq(noticeCursor.name, planner));
};
