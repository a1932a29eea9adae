import { type Mint, routes, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { faceOf, peopleByUids } from "../../identity/index.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

const maxTribes = 200;
const maxFaces = 3;

/** Which seats the people have with whom the caller shares a Tribe. */
export const companions = query(routes.market.companions, async ({ tx, session }) => {
  const { rows } = await tx.execute<{ mint: Mint; count: number; uids: Uid[] }>(sql`
    with mine as (
      select ${seats.mint} from ${seats} where ${seats.uid} = ${session.uid} and ${seats.state} = 'active'
      union
      select ${tokens.mint} from ${tokens} join ${people} on ${people.address} = ${tokens.creatorAddress}
        where ${people.uid} = ${session.uid}
    ), met as (
      select distinct other.uid from mine join ${seats} as other on other.mint = mine.mint
        where other.state = 'active' and other.uid <> ${session.uid}
      union
      select chief.uid from mine join ${tokens} as token on token.mint = mine.mint
        join ${people} as chief on chief.address = token.creator_address where chief.uid <> ${session.uid}
    )
    select seat.mint, count(*)::int as count,
      (array_agg(seat.uid order by seat.holding desc, seat.uid))[1:${sql.raw(String(maxFaces))}] as uids
    from met join ${seats} as seat on seat.uid = met.uid and seat.state = 'active'
    group by seat.mint order by count(*) desc, seat.mint limit ${maxTribes}`);
  const faces = await peopleByUids(tx, [...new Set(rows.flatMap(({ uids }) => uids))]);
  return {
    tribes: rows.map(({ mint, count, uids }) => ({
      mint,
      count,
      people: uids.flatMap((uid) => {
        const person = faces.get(uid);
        return person?.address ? [{ uid, address: person.address, ...faceOf(person) }] : [];
      }),
    })),
  };
});
