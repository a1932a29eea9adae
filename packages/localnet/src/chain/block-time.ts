import type { Chain } from "./chain.ts";

/**
 * Unix time of a slot, s. Slots with transactions have it stored, and the clock has it for the latest slots; an older empty
 * slot, which is not stored, is interpolated between its neighbours.
 */
export function blockTimeOf(chain: Chain, slot: number): number {
  const [first, end] = chain.history.inSlot(slot);
  const own = first < end ? chain.transactionAt(first) : undefined;
  if (own !== undefined) return own.blockTime;
  const recent = chain.clock.timeOf(slot);
  if (recent !== undefined) return recent;
  const next = chain.transactionAt(end);
  const after = next === undefined ? { slot: chain.slot, time: chain.clock.unixTime } : at(next);
  const previous = first === 0 ? undefined : chain.transactionAt(first - 1);
  if (previous === undefined) {
    return Math.floor(after.time - ((after.slot - slot) * chain.clock.slotMs) / 1000);
  }
  const before = at(previous);
  const share = (slot - before.slot) / Math.max(1, after.slot - before.slot);
  return Math.floor(before.time + share * (after.time - before.time));
}

function at(record: { slot: number; blockTime: number }) {
  return { slot: record.slot, time: record.blockTime };
}
