import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { type OutboxCursor, presentSnapshot } from "../../../engines/bus/read-outbox.ts";
import { noticeCursor } from "../schema.ts";

const planner = "planner";

/** The first planner starts with new events; after a restore of the database the numbers begin anew, and so does it. */
export const openCursor = async (db: Executor): Promise<void> => {
  const snapshot = await presentSnapshot(db);
  await db.insert(noticeCursor).values({ name: planner, snapshot }).onConflictDoNothing();
  await db.execute(sql`
    update ${noticeCursor} set snapshot = ${snapshot}, next_snapshot = null, next_id = null
    where pg_snapshot_xmax(snapshot::pg_snapshot) > pg_snapshot_xmax(${snapshot}::pg_snapshot)`);
};

/**
 * Uses generic plans for the rest of the transaction: all statements look up lists of events and people by their keys, and for
 * the largest of them PostgreSQL would take longer to plan for each batch than to run.
 */
const plansOnce = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

/** How far the planner has read the outbox, locked until the transaction ends; null while another process has locked it. */
export const lockCursor = async (tx: Executor): Promise<OutboxCursor | null> => {
  const [row] = await tx
    .select({
      snapshot: noticeCursor.snapshot,
      nextSnapshot: noticeCursor.nextSnapshot,
      nextId: noticeCursor.nextId,
      plansOnce,
    })
    .from(noticeCursor)
    .where(eq(noticeCursor.name, planner))
    .for("update", { skipLocked: true });
  if (!row) return null;
  const { snapshot, nextSnapshot, nextId } = row;
  return { snapshot, next: nextSnapshot !== null && nextId !== null ? { snapshot: nextSnapshot, id: nextId } : null };
};

/** Stores how far the planner has read. The caller has locked the cursor. */
export const storeCursor = async (tx: Executor, { snapshot, next }: OutboxCursor): Promise<void> => {
  await tx
    .update(noticeCursor)
    .set({ snapshot, nextSnapshot: next?.snapshot ?? null, nextId: next?.id ?? null })
    .where(eq(noticeCursor.name, planner));
};
