import type { Address, ChatChange, MembershipState, Mint, Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { writeEvents } from "../../engines/bus/outbox.ts";
import { reseat } from "./judge-seats.ts";
import { thresholdFor } from "./rules/seats.ts";
import { appendChanges } from "./store/channel-log.ts";
import { findChannel, lockChannel } from "./store/channels.ts";
import { contendersOf } from "./store/contenders.ts";
import { findSeat, peopleAt, removeSeat } from "./store/seats.ts";

/** A Tribe whose creator on chain has changed. */
export interface ChiefChange {
  readonly mint: Mint;
  readonly previous: Address;
  readonly current: Address;
}

/**
 * Gives a Tribe to its new Chief, in the commit that records the change. The index says who the Chief is; this frees the seat
 * that the new Chief no longer needs, and notifies both, the readers and everybody who looks at the Tribe. The caller has locked
 * the tokens' rows.
 */
export const changeChief = async (tx: Executor, { mint, previous, current }: ChiefChange): Promise<void> => {
  const channel = await lockChannel(tx, mint);
  const found = await peopleAt(tx, [previous, current]);
  const uidAt = (address: Address): Uid | undefined => found.find((person) => person.address === address)?.uid;
  const [former, chief] = [uidAt(previous), uidAt(current)];
  if (chief) await removeSeat(tx, mint, chief);
  await reseat(tx, channel);
  const seat = former ? await findSeat(tx, mint, former) : null;
  // A Chief has no seat: there is one only when an old change is read again.
  const formerState: MembershipState = seat?.state ?? "none";
  const changed: { readonly uid: Uid; readonly state: MembershipState }[] = [
    ...(former ? [{ uid: former, state: formerState }] : []),
    ...(chief ? [{ uid: chief, state: "chief" as const }] : []),
  ];
  const contenders = await contendersOf(tx, channel);
  const now = await findChannel(tx, mint);
  await writeEvents(tx, [
    ...changed.map(({ uid, state }) => {
      const { entryThresholdTokens } = thresholdFor(contenders, uid, channel.groupSize);
      const payload = { mint, uid, state, entryThreshold: entryThresholdTokens.toString(), loss: null };
      return { type: "seat.changed" as const, payload };
    }),
    // Written even if the count is unchanged: pages that show the Tribe then load its members again.
    { type: "members.changed" as const, payload: { mint, memberCount: now?.memberCount ?? channel.memberCount } },
  ]);
  await appendChanges(
    tx,
    mint,
    changed.map((change): ChatChange => ({ kind: "member", ...change })),
  );
};
