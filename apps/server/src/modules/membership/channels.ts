import { defaultGroupSize, type Mint } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { channels } from "./schema.ts";

/** Gives new Tribes their channels. On a rebuild of the index a channel, with its messages, is there already. */
export const openChannels = async (tx: Executor, mints: readonly Mint[]): Promise<void> => {
  const rows = mints.map((mint) => ({ mint, groupSize: defaultGroupSize }));
  await tx.insert(channels).values(rows).onConflictDoNothing();
};
