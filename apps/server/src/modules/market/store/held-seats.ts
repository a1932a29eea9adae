import { type Address, type Mint, minEntryThresholdUnits, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { holdings } from "../../indexer/schema.ts";
import { channels, seats } from "../../membership/schema.ts";

/** A seat, or a Tribe of which somebody holds tokens without a seat; amounts as decimal strings. */
export interface HeldSeatRow extends Record<string, unknown> {
  readonly mint: Mint;
  readonly group_size: (typeof channels.$inferSelect)["groupSize"];
  readonly member_count: number;
  readonly holding: string;
  readonly number: number | null;
  /** The smallest holding that has a seat; null while a seat is free. */
  readonly last_holding: string | null;
  /** What outranks whoever waits, or for somebody without a seat the last seated member; null without either. */
  readonly needed: string | null;
}

const maxRows = 100;

/**
 * A person's seats, the best first, and the Tribes of which they hold tokens without a seat. The Chief has no seat in their own
 * Tribe; Tribes that have blocked the person are left out.
 */
export const heldSeatRows = async (db: Executor, uid: Uid, address: Address | null): Promise<HeldSeatRow[]> => {
  const { rows } = await db.execute<HeldSeatRow>(sql`
    with own as (
      select seat.mint, seat.holding, seat.join_order, seat.state = 'active' as is_seated
        from ${seats} as seat where seat.uid = ${uid} and seat.state <> 'banned' and (seat.state = 'active' or seat.holding > 0)
      union all
      -- A newcomer ranks behind everybody with as much.
      select held.mint, held.amount, 9007199254740991, false from ${holdings} as held
        where held.owner = ${address} and held.amount > 0
          and not exists (select from ${seats} as seat where seat.mint = held.mint and seat.uid = ${uid})
          and not exists (select from tokens where tokens.mint = held.mint and tokens.creator_address = ${address})
    )
    select own.mint, channel.group_size, channel.member_count, own.holding::text as holding,
      case when own.is_seated then (
        select 1 + count(*)::int from ${seats} as above
        where above.mint = own.mint and above.state = 'active'
          and (above.holding > own.holding or (above.holding = own.holding and above.join_order < own.join_order))
      ) end as number,
      case when channel.member_count >= channel.group_size then (
        select min(seated.holding)::text from ${seats} as seated
        where seated.mint = own.mint and seated.state = 'active'
      ) end as last_holding,
      case when channel.member_count < channel.group_size then null
      when own.is_seated then (
        select (rival.holding + (rival.join_order < own.join_order)::int)::text from ${seats} as rival
        where rival.mint = own.mint and rival.state = 'expired' and rival.holding >= ${minEntryThresholdUnits}
        order by rival.holding desc nulls first, rival.join_order limit 1
      ) else (
        select (rival.holding + (rival.join_order < own.join_order)::int)::text from ${seats} as rival
        where rival.mint = own.mint and rival.state = 'active'
        order by rival.holding, rival.join_order desc limit 1
      ) end as needed
    from own join ${channels} as channel on channel.mint = own.mint
    order by number nulls last, own.holding desc, own.mint limit ${maxRows}`);
  return rows;
};
