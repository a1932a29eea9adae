import type { Mint, ReactionKind, Uid } from "@tribe/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { messageReactions } from "../schema.ts";

/** One kind of reaction to a message. */
export interface ReactionKey {
  readonly mint: Mint;
  /** The message's number. */
  readonly number: number;
  /** Empty for a like. */
  readonly emoji: string;
}

/** Adds a person's reaction. @returns whether it was new */
export const addReaction = async (
  tx: Executor,
  key: ReactionKey,
  { uid, kind, reactedAt }: { readonly uid: Uid; readonly kind: ReactionKind; readonly reactedAt: Date },
): Promise<boolean> => {
  const { mint, number, emoji } = key;
  const added = await tx
    .insert(messageReactions)
    .values({ mint, number, kind, emoji, uid, reactedAt })
    .onConflictDoNothing()
    .returning({ uid: messageReactions.uid });
  return added.length > 0;
};

/** Removes a person's reaction. @returns whether there was one */
export const removeReaction = async (tx: Executor, key: ReactionKey, uid: Uid): Promise<boolean> => {
  const removed = await tx
    .delete(messageReactions)
    .where(and(isOf(key), eq(messageReactions.uid, uid)))
    .returning({ uid: messageReactions.uid });
  return removed.length > 0;
};

/** How many people gave a reaction, and how many different ones its message has. */
export const countReactions = async (
  tx: Executor,
  { mint, number, emoji }: ReactionKey,
): Promise<{ readonly count: number; readonly kinds: number }> => {
  const [counted] = await tx
    .select({
      count: sql<number>`(count(*) filter (where ${messageReactions.emoji} = ${emoji}))::int`,
      kinds: sql<number>`count(distinct ${messageReactions.emoji})::int`,
    })
    .from(messageReactions)
    .where(and(eq(messageReactions.mint, mint), eq(messageReactions.number, number)));
  return counted ?? { count: 0, kinds: 0 };
};

/** How many people gave a reaction. */
export const countPeople = async (tx: Executor, key: ReactionKey): Promise<number> => {
  const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(messageReactions).where(isOf(key));
  return counted?.count ?? 0;
};

/** The last one of a page of reactions. */
export interface ReactionCursor {
  readonly reactedAt: Date;
  readonly uid: Uid;
}

/** Who gave a reaction, the newest first. @param after those that come after this one */
export const reactionsPage = (tx: Executor, key: ReactionKey, after: ReactionCursor | null, limit: number) =>
  tx
    .select()
    .from(messageReactions)
    .where(and(isOf(key), after === null ? undefined : comesAfter(after)))
    .orderBy(desc(messageReactions.reactedAt), desc(messageReactions.uid))
    .limit(limit);

const isOf = ({ mint, number, emoji }: ReactionKey) =>
  and(eq(messageReactions.mint, mint), eq(messageReactions.number, number), eq(messageReactions.emoji, emoji));

const comesAfter = ({ reactedAt, uid }: ReactionCursor) =>
  sql`(${messageReactions.reactedAt}, ${messageReactions.uid}) < (${reactedAt}::timestamptz, ${uid})`;
