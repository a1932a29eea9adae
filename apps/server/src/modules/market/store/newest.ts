import { desc, ne } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

/** The newest Tribes and who created them. */
export const newestTribes = (db: Executor, limit: number) =>
  db
    .select({ mint: tokens.mint, address: tokens.creatorAddress, at: tokens.createdAt })
    .from(tokens)
    .orderBy(desc(tokens.createdAt))
    .limit(limit);

/** The seats of all Tribes that changed last, blocked people left out. */
export const newestSeats = (db: Executor, limit: number) =>
  db
    .select({ mint: seats.mint, address: seats.address, state: seats.state, at: seats.changedAt })
    .from(seats)
    .where(ne(seats.state, "banned"))
    .orderBy(desc(seats.changedAt))
    .limit(limit);
