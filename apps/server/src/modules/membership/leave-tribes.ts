import { tokenUnits, type Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { reseat } from "./judge-seats.ts";
import { recordOutcomes } from "./record-outcomes.ts";
import { lockBalances, lockChannel } from "./store/channels.ts";
import { removeSeat, unblockedSeatsOf } from "./store/seats.ts";

/** Gives up all seats of somebody who deletes their account; each goes to the next in line. Blocks by a Chief stay. */
export const leaveTribes = async (tx: Executor, uid: Uid): Promise<void> => {
  const own = await unblockedSeatsOf(tx, uid);
  // All balances are locked before the first channel, in the order in which everybody locks them.
  for (const { mint } of own) await lockBalances(tx, mint);
  for (const { mint, address, holding } of own) {
    const channel = await lockChannel(tx, mint);
    await removeSeat(tx, mint, uid);
    const member = { id: uid, address, holding };
    await recordOutcomes(tx, channel, [
      { member, state: "none", loss: null, rule: "left", threshold: tokenUnits(0n), rank: null },
    ]);
    await reseat(tx, channel);
  }
};
