import { type Address, type Mint, type TokenUnits, tokenUnits, type Uid } from "@tribe/contract";
import { rankMembers, seatChanges } from "@tribe/domain/membership";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { people } from "../identity/schema.ts";
import { holdings } from "../indexer/schema.ts";
import { recordOutcomes, type SeatOutcome } from "./record-outcomes.ts";
import { channels, seats } from "./schema.ts";
import {
  type Channel,
  contendersOf,
  gaveUpSeat,
  isBelowThreshold,
  lockChannel,
  lossOf,
  thresholdFor,
} from "./seats.ts";

/**
 * Reassigns seats after the holdings of these owners changed, by the Tribes' mints, in the commit that records the balances. The
 * caller has locked the tokens' rows.
 */
export const judgeSeats = async (tx: Executor, changed: ReadonlyMap<Mint, readonly Address[]>): Promise<void> => {
  if (changed.size === 0) return;
  // Only people who joined can change seats, so that most trades need no lock of a channel.
  const owners = [...changed].flatMap(([mint, addresses]) => addresses.map((owner) => ({ mint, owner })));
  // Who has moved to a new wallet keeps the seat by the former wallet's balance until the new one holds as much: the tokens move
  // in one transaction, so that nobody loses a seat by moving.
  const { rows } = await tx.execute<JudgedRow>(sql`
    update ${seats} set holding = judged.holding, address = judged.owner
    from (
      select distinct on (seat.mint, seat.uid) seat.mint, seat.uid, changed.owner, coalesce(held.amount, 0) as holding,
        seat.holding as before
      from json_to_recordset(${JSON.stringify(owners)}::json) as changed (mint text, owner text)
      left join ${people} as person on person.address = changed.owner
      -- Each by an index of its own: one condition for both would read the seats of all Tribes.
      join lateral (
        select one.mint, one.uid, one.address, one.holding from ${seats} as one
        where one.mint = changed.mint and one.address = changed.owner
        union all
        select one.mint, one.uid, one.address, one.holding from ${seats} as one
        where one.mint = changed.mint and one.uid = person.uid
      ) as seat on true
      left join ${holdings} as held on held.mint = changed.mint and held.owner = changed.owner
      left join ${holdings} as other on other.mint = seat.mint and other.owner = seat.address
      where seat.address = changed.owner or coalesce(held.amount, 0) >= coalesce(other.amount, 0)
      order by seat.mint, seat.uid, (seat.uid is not distinct from person.uid) desc
    ) as judged
    where seats.mint = judged.mint and seats.uid = judged.uid
    returning seats.mint, seats.uid, seats.state, judged.before::text as before`);
  const affected = new Map<Mint, Map<Uid, TokenUnits>>();
  for (const { mint, uid, state, before } of rows) {
    if (state === "banned") continue;
    const changes = affected.get(mint) ?? new Map<Uid, TokenUnits>();
    affected.set(mint, changes.set(uid, tokenUnits(BigInt(before))));
  }
  for (const mint of [...affected.keys()].sort())
    await reseat(tx, await lockChannel(tx, mint), { before: affected.get(mint) ?? new Map() });
};

interface JudgedRow extends Record<string, unknown> {
  readonly mint: Mint;
  readonly uid: Uid;
  readonly state: (typeof seats.$inferSelect)["state"];
  /** The holding until now. */
  readonly before: string;
}

/** Why seats are reassigned. */
export interface SeatTrigger {
  /** What those held until now whose holdings have changed. */
  readonly before?: ReadonlyMap<Uid, TokenUnits>;
  /** Who asked for a seat or was unblocked. */
  readonly newcomer?: { readonly uid: Uid; readonly rule: "joined" | "unblocked" };
  readonly isGroupSmaller?: boolean;
}

/**
 * Gives the seats to the largest holders among those who joined. Who falls out is booted, who qualifies again gets the seat back,
 * and each of them is told. The caller has locked the channel and keeps balances from changing.
 * @returns how many were booted
 */
export const reseat = async (tx: Executor, channel: Channel, trigger: SeatTrigger = {}): Promise<number> => {
  const { mint, groupSize } = channel;
  const joined = await contendersOf(tx, channel);
  const { booted, restored } = seatChanges(joined, (member) => member.isSeated, groupSize);
  const seated = joined.map((member) => ({
    ...member,
    isSeated: restored.includes(member) || (member.isSeated && !booted.includes(member)),
  }));
  const ranked = rankMembers(joined.filter(({ banned }) => !banned));
  const { newcomer, before, isGroupSmaller = false } = trigger;
  const outcomes = [
    ...booted.map((member): SeatOutcome => {
      const threshold = thresholdFor(seated, member.id, groupSize);
      const rule = isBelowThreshold(member) ? "below_threshold" : isGroupSmaller ? "group_smaller" : "outranked";
      const gaveUp = gaveUpSeat(joined, member, before?.get(member.id) ?? member.holding, groupSize);
      const loss = { ...lossOf(member, threshold), ...(gaveUp ? { gaveUp } : {}) };
      return { member, state: "expired", loss, rule, threshold: threshold.entryThresholdTokens, rank: null };
    }),
    ...restored.map((member): SeatOutcome => {
      const threshold = thresholdFor(seated, member.id, groupSize).entryThresholdTokens;
      const rule = member.id === newcomer?.uid ? newcomer.rule : "seat_free";
      return { member, state: "active", loss: null, rule, threshold, rank: null };
    }),
  ].map((outcome) => ({ ...outcome, rank: ranked.findIndex(({ id }) => id === outcome.member.id) + 1 || null }));
  await recordOutcomes(tx, channel, outcomes);
  const memberCount = seated.filter((member) => member.isSeated).length;
  if (outcomes.length === 0 && memberCount === channel.memberCount) return 0;
  await tx.update(channels).set({ memberCount }).where(eq(channels.mint, mint));
  await writeEvent(tx, "members.changed", { mint, memberCount });
  return booted.length;
};
