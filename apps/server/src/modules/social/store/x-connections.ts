import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { socialStates, type XOutcome, type XResult } from "../schema.ts";

/** A start as it is stored. */
export type XStart = typeof socialStates.$inferSelect;

const hasHash = (stateHash: Buffer) => eq(socialStates.stateHash, stateHash);
const isLiving = (stateHash: Buffer) => and(hasHash(stateHash), gt(socialStates.expiresAt, sql`now()`));

/** Stores a start. */
export const insertStart = async (
  tx: Executor,
  start: Omit<XStart, "outcome" | "expiresAt">,
  lifetimeSeconds: number,
): Promise<void> => {
  await tx.insert(socialStates).values({ ...start, expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})` });
};

/** Stores that X is asked about a start now. @returns the start; null when it is unknown, used or expired */
export const consumeStart = async (tx: Executor, stateHash: Buffer): Promise<XStart | null> => {
  const [found] = await tx
    .update(socialStates)
    .set({ outcome: "asking" })
    .where(and(isLiving(stateHash), isNull(socialStates.outcome)))
    .returning();
  return found ?? null;
};

/** A start; null when it is unknown or expired. */
export const findStart = async (db: Reader, stateHash: Buffer): Promise<XStart | null> => {
  const [found] = await db.select().from(socialStates).where(isLiving(stateHash));
  return found ?? null;
};

/** Stores the outcome of a start about which X is being asked. @returns whether it was */
export const storeOutcome = async (tx: Executor, stateHash: Buffer, outcome: XResult): Promise<boolean> => {
  const stored = await tx
    .update(socialStates)
    .set({ outcome })
    .where(and(hasHash(stateHash), eq(socialStates.outcome, "asking")))
    .returning();
  return stored.length > 0;
};

/** The outcome of a start, even of one that has expired; null for none. */
export const outcomeOfStart = async (db: Executor, stateHash: Buffer): Promise<XOutcome | null> => {
  const [found] = await db.select({ outcome: socialStates.outcome }).from(socialStates).where(hasHash(stateHash));
  return found?.outcome ?? null;
};
