import { type Address, type Mint, type TokenUnits, tokenUnits, type Uid } from "@tribe/contract";
import { rankMembers, seatChanges } from "@tribe/domain/membership";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { recordOutcomes, type SeatOutcome } from "./record-outcomes.ts";
import { gaveUpSeat, isBelowThreshold, lossOf, thresholdFor } from "./rules/seats.ts";
import { type Channel, lockChannel, storeMemberCount } from "./store/channels.ts";
import { contendersOf } from "./store/contenders.ts";
import { copyHoldings } from "./store/seats.ts";

/**
 * Reassigns seats after the holdings of these owners changed, by the Tribes' mints, in the commit that records the balances. The
 * caller has locked the tokens' rows.
 */
export const judgeSeats = async (tx: Executor, changed: ReadonlyMap<Mint, readonly Address[]>): Promise<void> => {
  if (changed.size === 0) return;
  // Only people who joined can change seats, so that most trades need no lock of a channel.
  const owners = [...changed].flatMap(([mint, addresses]) => addresses.map((owner) => ({ mint, owner })));
  const rows = await copyHoldings(tx, owners);
  const affected = new Map<Mint, Map<Uid, TokenUnits>>();
  for (const { mint, uid, state, before } of rows) {
    if (state === "banned") continue;
    const changes = affected.get(mint) ?? new Map<Uid, TokenUnits>();
    affected.set(mint, changes.set(uid, tokenUnits(BigInt(before))));
  }
  for (const mint of [...affected.keys()].sort())
    await reseat(tx, await lockChannel(tx, mint), { before: affected.get(mint) ?? new Map() });
};

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
 * and each of them is notified. The caller has locked the channel and keeps balances from changing.
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
  if (outcomes.length > 0 || newcomer || before || isGroupSmaller) await writeEvent(tx, "seats.ranked", { mint });
  const memberCount = seated.filter((member) => member.isSeated).length;
  if (outcomes.length === 0 && memberCount === channel.memberCount) return 0;
  await storeMemberCount(tx, mint, memberCount);
  await writeEvent(tx, "members.changed", { mint, memberCount });
  return booted.length;
};
