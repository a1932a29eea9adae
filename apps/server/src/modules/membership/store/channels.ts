import { ApiError, defaultGroupSize, type Mint, type TribeSettings } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens } from "../../indexer/schema.ts";
import { channels } from "../schema.ts";

/** A channel's row, read under its lock. */
export type Channel = typeof channels.$inferSelect;

/**
 * Locks a Tribe's channel until the transaction ends, so that messages and changes of seats in one Tribe happen one after
 * another.
 * @throws ApiError `not_found` when there is no such Tribe
 */
export const lockChannel = async (tx: Executor, mint: Mint): Promise<Channel> => {
  const [channel] = await tx.select().from(channels).where(eq(channels.mint, mint)).for("update");
  if (!channel) throw new ApiError("not_found");
  return channel;
};

/**
 * {@link lockChannel} for many, in the order in which everybody locks several.
 * @param waits false leaves out channels that somebody else has locked, as if they were unknown
 */
export const lockChannels = (tx: Executor, mints: readonly Mint[], waits: boolean): Promise<Channel[]> =>
  tx
    .select()
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param([...mints])})`)
    .orderBy(channels.mint)
    .for("update", waits ? {} : { skipLocked: true });

/**
 * Locks the balances of a token, so that they can't change between their reading and the commit. Call it before the channel is
 * locked, as the indexer does.
 */
export const lockBalances = async (tx: Executor, mint: Mint): Promise<void> => {
  await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("share");
};

/** A Tribe's channel; null when there is no such Tribe. */
export const findChannel = async (db: Executor, mint: Mint): Promise<Channel | null> => {
  const [channel] = await db.select().from(channels).where(eq(channels.mint, mint));
  return channel ?? null;
};

/** Creates the channels of new Tribes. When the index is rebuilt, a channel and its messages exist already. */
export const openChannels = async (tx: Executor, mints: readonly Mint[]): Promise<void> => {
  const rows = mints.map((mint) => ({ mint, groupSize: defaultGroupSize }));
  await tx.insert(channels).values(rows).onConflictDoNothing();
};

/** Stores a Tribe's settings. The caller has locked the channel. */
export const storeSettings = async (
  tx: Executor,
  mint: Mint,
  { groupSize, slowMode, onlyChiefWrites, preview }: TribeSettings,
): Promise<void> => {
  const settings = { groupSize, slowMode, onlyChiefWrites, hasPreview: preview };
  await tx.update(channels).set(settings).where(eq(channels.mint, mint));
};

/** Stores how many people have joined so far. The caller has locked the channel. */
export const storeJoinCount = async (tx: Executor, mint: Mint, joinCount: number): Promise<void> => {
  await tx.update(channels).set({ joinCount }).where(eq(channels.mint, mint));
};

/** Stores how many people have a seat. The caller has locked the channel. */
export const storeMemberCount = async (tx: Executor, mint: Mint, memberCount: number): Promise<void> => {
  await tx.update(channels).set({ memberCount }).where(eq(channels.mint, mint));
};
