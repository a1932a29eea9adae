import type { Mint, Uid } from "@tribe/contract";
import { and, eq, gte, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { accountNotClosed } from "../rules/refusals.ts";
import { tickets } from "../schema.ts";

/**
 * Whether a wallet's account for a token could lately not be closed. What is prepared then leaves it open: the node that is
 * asked may not show the arrived tokens yet, and whoever sent them may send some again.
 */
export const couldNotClose = async (
  db: Reader,
  { uid, mint }: { readonly uid: Uid; readonly mint: Mint },
): Promise<boolean> => {
  const rows = await db
    .select({ ticket: tickets.ticket })
    .from(tickets)
    .where(
      and(
        eq(tickets.uid, uid),
        eq(tickets.mint, mint),
        eq(tickets.errorReason, accountNotClosed),
        gte(tickets.changedAt, sql`now() - interval '10 minutes'`),
      ),
    )
    .limit(1);
  return rows.length > 0;
};
