import { desc, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens } from "../../indexer/schema.ts";
import { seatDecisions, seats } from "../../membership/schema.ts";

/** The newest Tribes and who created them. */
export const newestTribes = (db: Executor, limit: number) =>
  db
    .select({ mint: tokens.mint, address: tokens.creatorAddress, at: tokens.createdAt })
    .from(tokens)
    .orderBy(desc(tokens.createdAt))
    .limit(limit);

/** The place that somebody got with the present state of their seat, by the decision of the same transaction. */
const seatNumber = sql<number | null>`(
  select ${seatDecisions.rank} from ${seatDecisions}
  where ${seatDecisions.uid} = ${seats.uid} and ${seatDecisions.mint} = ${seats.mint}
    and ${seatDecisions.decidedAt} = ${seats.changedAt}
  order by ${seatDecisions.id} desc limit 1
)`;

/** The seats of all Tribes that changed last, blocked people left out. */
export const newestSeats = (db: Executor, limit: number) =>
  db
    .select({ mint: seats.mint, address: seats.address, state: seats.state, at: seats.changedAt, seat: seatNumber })
    .from(seats)
    .where(ne(seats.state, "banned"))
    .orderBy(desc(seats.changedAt))
    .limit(limit);
