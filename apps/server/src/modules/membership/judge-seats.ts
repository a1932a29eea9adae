import type { Address, MembershipState, Mint, SeatLoss, Uid } from "@tribe/contract";
import { seatChanges } from "@tribe/domain/membership";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { holdings } from "../indexer/schema.ts";
import { channels, seats } from "./schema.ts";
import { storeSeatLoss } from "./seat-loss.ts";
import { type Channel, contendersOf, type JoinedMember, lockChannel, lossOf, thresholdFor } from "./seats.ts";

/**
 * Judges the seats after the holdings of these owners changed, by the Tribes' mints, in the same commit that records the
 * balances. The caller has the tokens' row locks.
 */
export const judgeSeats = async (tx: Executor, changed: ReadonlyMap<Mint, readonly Address[]>): Promise<void> => {
  if (changed.size === 0) return;
  // Only who joined can move a seat: most trades need no channel's lock.
  const owners = [...changed].flatMap(([mint, addresses]) => addresses.map((owner) => ({ mint, owner })));
  const { rows } = await tx.execute<{ mint: Mint; state: (typeof seats.$inferSelect)["state"] }>(sql`
    update ${seats} set holding = coalesce(holdings.amount, 0)
    from json_to_recordset(${JSON.stringify(owners)}::json) as changed (mint text, owner text)
    left join ${holdings} on holdings.mint = changed.mint and holdings.owner = changed.owner
    where seats.mint = changed.mint and seats.address = changed.owner
    returning seats.mint, seats.state`);
  const affected = new Set(rows.flatMap(({ mint, state }) => (state === "banned" ? [] : [mint])));
  for (const mint of [...affected].sort()) await reseat(tx, await lockChannel(tx, mint));
};

/**
 * Gives the seats to the top of those who joined (design section 7): who falls out is booted, who rises again sits
 * again, and each of them is told. The caller has the channel's lock and keeps balances from changing.
 */
export const reseat = async (tx: Executor, channel: Channel): Promise<void> => {
  const { mint, groupSize } = channel;
  const joined = await contendersOf(tx, channel);
  const { booted, restored } = seatChanges(joined, (member) => member.isSeated, groupSize);
  const seated = joined.map(
    (member): JoinedMember => ({
      ...member,
      isSeated: restored.includes(member) || (member.isSeated && !booted.includes(member)),
    }),
  );
  for (const member of booted) {
    const threshold = thresholdFor(seated, member.id, groupSize);
    const loss = lossOf(member, threshold);
    await tellSeat(tx, mint, member.id, { state: "expired", loss, threshold: threshold.entryThresholdTokens });
  }
  for (const member of restored) {
    const threshold = thresholdFor(seated, member.id, groupSize);
    await tellSeat(tx, mint, member.id, { state: "active", loss: null, threshold: threshold.entryThresholdTokens });
  }
  const memberCount = seated.filter((member) => member.isSeated).length;
  if (booted.length + restored.length === 0 && memberCount === channel.memberCount) return;
  await tx.update(channels).set({ memberCount }).where(eq(channels.mint, mint));
  await writeEvent(tx, "members.changed", { mint, memberCount });
};

/** Records what became of a seat and tells its owner. `threshold` in base units. */
export const tellSeat = async (
  tx: Executor,
  mint: Mint,
  uid: Uid,
  seat: {
    readonly state: Exclude<MembershipState, "none" | "chief">;
    readonly loss: SeatLoss | null;
    readonly threshold: bigint;
  },
): Promise<void> => {
  const { state, threshold } = seat;
  const loss = seat.loss && storeSeatLoss(seat.loss);
  await tx
    .update(seats)
    .set({ state, loss, reason: null, changedAt: sql`now()` })
    .where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
  await writeEvent(tx, "seat.changed", { mint, uid, state, entryThreshold: threshold.toString(), loss });
};
