import type { Address, ChatChange, MembershipState, SeatLoss, TokenUnits, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { insertMany } from "../../db/insert-many.ts";
import { writeEvents } from "../../engines/bus/outbox.ts";
import { tokenAccounts } from "../indexer/schema.ts";
import { seatDecisions, seats } from "./schema.ts";
import { storeSeatLoss } from "./seat-loss.ts";
import type { Channel } from "./seats.ts";
import { appendChanges } from "./store/channel-log.ts";

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
  await tx.execute(sql`
    update ${seats} set state = decided.state, loss = decided.loss, changed_at = now()
    from json_to_recordset(${JSON.stringify(states)}::json) as decided (uid text, state text, loss jsonb)
    where seats.mint = ${mint} and seats.uid = decided.uid and decided.state <> 'none'`);
  const addresses = outcomes.map(({ member }) => member.address);
  const { rows } = await tx.execute<{ owner: Address; slot: string }>(sql`
    select owner, max(version) / 2 as slot from ${tokenAccounts}
    where mint = ${mint} and owner = any(${sql.param(addresses)}) group by owner`);
  const slots = new Map(rows.map(({ owner, slot }) => [owner, Number(slot)]));
  await insertMany(
    tx,
    seatDecisions,
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
