import type { Address, ChatChange, MembershipState, SeatLoss, TokenUnits, Uid } from "@tribe/contract";
import type { Executor } from "../../db/client.ts";
import { writeEvents } from "../../engines/bus/outbox.ts";
import type { seatDecisions } from "./schema.ts";
import { storeSeatLoss } from "./seat-loss.ts";
import { appendChanges } from "./store/channel-log.ts";
import type { Channel } from "./store/channels.ts";
import { newestSlots, storeDecisions, storeStates } from "./store/seats.ts";

/** A decision about one person's seat. */
export interface SeatOutcome {
  readonly member: { readonly id: Uid; readonly address: Address; readonly holding: TokenUnits };
  /** `none`: the person has no row any more. */
  readonly state: Exclude<MembershipState, "chief">;
  /** Null for who has a seat, or never had one. */
  readonly loss: SeatLoss | null;
  readonly rule: (typeof seatDecisions.$inferSelect)["rule"];
  /** What a seat needs now, in base units. */
  readonly threshold: bigint;
  readonly rank: number | null;
}

/**
 * Records decisions about seats, notifies their owners and the chat's readers, and keeps the facts behind each decision for
 * operators. The caller has locked the channel.
 */
export const recordOutcomes = async (
  tx: Executor,
  { mint, groupSize }: Pick<Channel, "mint" | "groupSize">,
  outcomes: readonly SeatOutcome[],
): Promise<void> => {
  if (outcomes.length === 0) return;
  const states = outcomes.map(({ member, state, loss }) => ({
    uid: member.id,
    state,
    loss: loss && storeSeatLoss(loss),
  }));
  await storeStates(tx, mint, states);
  const slots = await newestSlots(
    tx,
    mint,
    outcomes.map(({ member }) => member.address),
  );
  await storeDecisions(
    tx,
    outcomes.map(({ member, state, rule, rank }) => ({
      mint,
      uid: member.id,
      address: member.address,
      state,
      rule,
      holding: member.holding,
      rank,
      groupSize,
      slot: slots.get(member.address) ?? null,
    })),
  );
  await writeEvents(
    tx,
    outcomes.map(({ member, state, threshold, loss }) => ({
      type: "seat.changed",
      payload: {
        mint,
        uid: member.id,
        state,
        entryThreshold: threshold.toString(),
        loss: loss && storeSeatLoss(loss),
      },
    })),
  );
  const changes = outcomes.map(({ member, state }): ChatChange => ({ kind: "member", uid: member.id, state }));
  await appendChanges(tx, mint, changes);
};
