import type { Address, Mint } from "@tribe/contract";
import { and, desc, eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { seatDecisions } from "./schema.ts";

/** What was decided about a Tribe's seats, or one person's there, the newest first. */
export const seatDecisionsOf = (db: Executor, mint: Mint, address: Address | null, limit: number) =>
  db
    .select()
    .from(seatDecisions)
    .where(and(eq(seatDecisions.mint, mint), ...(address ? [eq(seatDecisions.address, address)] : [])))
    .orderBy(desc(seatDecisions.id))
    .limit(limit);
