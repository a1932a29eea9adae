import type { Mint, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

const maxTribes = 200;
const maxFaces = 3;

/** A Tribe in which people have seats: how many, and the largest holders of them. */
export interface CompanionsRow extends Record<string, unknown> {
  readonly mint: Mint;
  readonly count: number;
  readonly uids: Uid[];
}

/** The Tribes in which those people have seats with whom somebody shares a Tribe, the most people first. */
export const companionsOf = async (db: Executor, uid: Uid): Promise<CompanionsRow[]> => {
  const { rows } = await db.execute<CompanionsRow>(sql`
    with mine as (
      select ${seats.mint} from ${seats} where ${seats.uid} = ${uid} and ${seats.state} = 'active'
      union
      select ${tokens.mint} from ${tokens} join ${people} on ${people.address} = ${tokens.creatorAddress}
        where ${people.uid} = ${uid}
    ), met as (
      select distinct other.uid from mine join ${seats} as other on other.mint = mine.mint
        where other.state = 'active' and other.uid <> ${uid}
      union
      select chief.uid from mine join ${tokens} as token on token.mint = mine.mint
        join ${people} as chief on chief.address = token.creator_address where chief.uid <> ${uid}
    )
    select seat.mint, count(*)::int as count,
      (array_agg(seat.uid order by seat.holding desc, seat.uid))[1:${sql.raw(String(maxFaces))}] as uids
    from met join ${seats} as seat on seat.uid = met.uid and seat.state = 'active'
    group by seat.mint order by count(*) desc, seat.mint limit ${maxTribes}`);
  return rows;
};
