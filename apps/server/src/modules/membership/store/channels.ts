import { defaultGroupSize, type Mint } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { channels } from "../schema.ts";
import type { Channel } from "../seats.ts";

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
