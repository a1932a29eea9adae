import type { LiveSummary, Mint, Uid } from "@tribe/contract";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { lives } from "../schema.ts";

export type LiveRow = typeof lives.$inferSelect;

/** A live as everybody may see it. */
export const summaryOf = ({ mint, title, startedAt, viewers }: LiveRow): LiveSummary => ({
  mint,
  title,
  startedAt: startedAt.getTime(),
  viewers,
});

/** The live of a Tribe that has not ended. */
export const liveOf = async (db: Executor, mint: Mint): Promise<LiveRow | null> => {
  const [row] = await db
    .select()
    .from(lives)
    .where(and(eq(lives.mint, mint), isNull(lives.endedAt)));
  return row ?? null;
};

/** All lives that have not ended. */
export const livesNow = (db: Executor): Promise<LiveRow[]> =>
  db.select().from(lives).where(isNull(lives.endedAt)).orderBy(desc(lives.viewers), lives.startedAt);

/** A Tribe's last lives, the newest first. */
export const lastLives = (db: Executor, mint: Mint, limit: number): Promise<LiveRow[]> =>
  db.select().from(lives).where(eq(lives.mint, mint)).orderBy(desc(lives.startedAt)).limit(limit);

/** Starts a live, or returns the one that has started already. */
export const startLive = async (
  tx: Executor,
  { mint, chiefUid, title }: { readonly mint: Mint; readonly chiefUid: Uid; readonly title: string },
): Promise<LiveRow> => {
  const [begun] = await tx
    .insert(lives)
    // Counts the person who starts it, and who will join next.
    .values({ mint, chiefUid, title, viewers: 1 })
    .onConflictDoNothing({ target: lives.mint, where: isNull(lives.endedAt) })
    .returning();
  if (begun) {
    await writeEvent(tx, "live.changed", { mint, live: summaryOf(begun) });
    return begun;
  }
  const known = await liveOf(tx, mint);
  // It has ended at this very moment: a new one can be started.
  return known ?? startLive(tx, { mint, chiefUid, title });
};

/** Ends a live; does nothing for one that has ended. */
export const endLive = async (tx: Executor, liveId: string): Promise<void> => {
  const [ended] = await tx
    .update(lives)
    .set({ endedAt: sql`now()`, viewers: 0 })
    .where(and(eq(lives.id, liveId), isNull(lives.endedAt)))
    .returning({ mint: lives.mint });
  if (ended) await writeEvent(tx, "live.changed", { mint: ended.mint, live: null });
};

/** Stores how many are in a live, and publishes it. */
export const countViewers = async (tx: Executor, liveId: string, viewers: number): Promise<void> => {
  const [changed] = await tx
    .update(lives)
    .set({ viewers })
    .where(and(eq(lives.id, liveId), isNull(lives.endedAt), sql`${lives.viewers} <> ${viewers}`))
    .returning();
  if (changed) await writeEvent(tx, "live.changed", { mint: changed.mint, live: summaryOf(changed) });
};
