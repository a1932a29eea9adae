import { defaultGroupSize, type Mint } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { channels } from "./schema.ts";

/** Creates the channels of new Tribes. When the index is rebuilt, a channel and its messages exist already. */
export const openChannels = async (tx: Executor, mints: readonly Mint[]): Promise<void> => {
  const rows = mints.map((mint) => ({ mint, groupSize: defaultGroupSize }));
  await tx.insert(channels).values(rows).onConflictDoNothing();
};
