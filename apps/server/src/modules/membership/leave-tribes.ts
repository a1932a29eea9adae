import { tokenUnits, type Uid } from "@tribe/contract";
import { and, eq, ne } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { reseat } from "./judge-seats.ts";
import { recordOutcomes } from "./record-outcomes.ts";
import { seats } from "./schema.ts";
import { lockBalances, lockChannel } from "./seats.ts";

/** Gives up every seat of somebody who leaves for good; each goes to the next in line. Blocks by a Chief stay. */
export const leaveTribes = async (tx: Executor, uid: Uid): Promise<void> => {
  const own = await tx
    .select()
    .from(seats)
    .where(and(eq(seats.uid, uid), ne(seats.state, "banned")))
    .orderBy(seats.mint);
  // All balances before the first channel, in one order, as everybody takes them.
  for (const { mint } of own) await lockBalances(tx, mint);
  for (const { mint, address, holding } of own) {
    const channel = await lockChannel(tx, mint);
    await tx.delete(seats).where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
    const member = { id: uid, address, holding };
    await recordOutcomes(tx, channel, [
      { member, state: "none", loss: null, rule: "left", threshold: tokenUnits(0n), rank: null },
    ]);
    await reseat(tx, channel);
  }
};
