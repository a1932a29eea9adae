import type { Uid } from "@tribe/contract";
import { and, count, desc, eq, ne, or } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { blocks } from "../schema.ts";

/** Whom a person has blocked, and since when, the last one first. */
export const blocksOf = (db: Executor, uid: Uid): Promise<(typeof blocks.$inferSelect)[]> =>
  db.select().from(blocks).where(eq(blocks.uid, uid)).orderBy(desc(blocks.blockedAt));

/** How many people a person has blocked, one of them left out. */
export const countOtherBlocks = async (db: Executor, uid: Uid, exceptUid: Uid): Promise<number> => {
  const [others] = await db
    .select({ count: count() })
    .from(blocks)
    .where(and(eq(blocks.uid, uid), ne(blocks.blockedUid, exceptUid)));
  return others?.count ?? 0;
};

/** Stores a block; one that is there stays as it is. */
export const insertBlock = async (tx: Executor, uid: Uid, blockedUid: Uid): Promise<void> => {
  await tx.insert(blocks).values({ uid, blockedUid }).onConflictDoNothing();
};

/** Deletes a block. */
export const deleteBlock = async (tx: Executor, uid: Uid, blockedUid: Uid): Promise<void> => {
  await tx.delete(blocks).where(and(eq(blocks.uid, uid), eq(blocks.blockedUid, blockedUid)));
};

/** Deletes a person's blocks, and everybody's blocks of them. */
export const deleteAllBlocks = async (tx: Executor, uid: Uid): Promise<void> => {
  await tx.delete(blocks).where(or(eq(blocks.uid, uid), eq(blocks.blockedUid, uid)));
};
