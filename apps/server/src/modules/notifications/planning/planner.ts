import { eq, sql } from "drizzle-orm";
import { poller } from "../../../async/poller.ts";
import type { AppContext, Worker } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { type OutboxCursor, presentSnapshot, readOutbox } from "../../../engines/bus/read-outbox.ts";
import { noticeCursor } from "../schema.ts";
import { planEvents } from "./plan-events.ts";
import { type PlannedEvent, plannedTypes } from "./planned-events.ts";

/** Events per transaction: of many messages in one chat each member's notice is written once. */
const batchSize = 1_000;
/** Pause after a batch, at most 500 ms: on a busy day the planner works a tenth of the time, so that it slows no messages down. */
const restMs = (tookMs: number): number => Math.min(9 * tookMs, 500);
/** Without a wake-up, events are read this often. */
const everyMs = 1_000;
const planner = "planner";

/**
 * Makes notices of the events in the outbox. Its cursor is stored in the transaction of the notices, so that each event is
 * handled exactly once however often the process is killed. Only one process plans at a time, and sending a message never waits
 * for it.
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

/** The first planner starts with new events; after a restore of the database the numbers begin anew, and so does it. */
const openCursor = async ({ db }: Pick<AppContext, "db">): Promise<void> => {
  const snapshot = await presentSnapshot(db);
  await db.insert(noticeCursor).values({ name: planner, snapshot }).onConflictDoNothing();
  await db.execute(sql`
    update ${noticeCursor} set snapshot = ${snapshot}, next_snapshot = null, next_id = null
    where pg_snapshot_xmax(snapshot::pg_snapshot) > pg_snapshot_xmax(${snapshot}::pg_snapshot)`);
};

/** Plans one batch. @returns how many events it had; 0 while another process is planning */
export const planBatch = async (ctx: AppContext): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    if (!cursor) return 0;
    const { events, cursor: after } = await readOutbox(tx, cursor, { limit: batchSize, types: plannedTypes });
    // Only these types were queried.
    await planEvents(ctx, tx, events as readonly PlannedEvent[]);
    if (after.snapshot !== cursor.snapshot || after.next) await keepCursor(tx, after);
    return events.length;
  });

/**
 * Uses generic plans for the rest of the transaction: all statements look up lists of events and people by their keys, and for
 * the largest of them PostgreSQL would take longer to plan for each batch than to run.
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
