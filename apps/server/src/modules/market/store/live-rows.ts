import type { Mint } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { tokens } from "../../indexer/schema.ts";
import { channels } from "../../membership/schema.ts";

const liveRowsOn = preparedOnce((db) => {
  const mints = sql.placeholder("mints");
  return (
    db
      .select({
        mint: tokens.mint,
        price: tokens.price,
        holderCount: tokens.holderCount,
        newMint: tokens.newMint,
        conversionRate: tokens.conversionRate,
        memberCount: channels.memberCount,
        groupSize: channels.groupSize,
      })
      .from(tokens)
      .innerJoin(channels, eq(channels.mint, tokens.mint))
      // Filter both tables; otherwise PostgreSQL scans all channels.
      .where(sql`${tokens.mint} = any(${mints}) and ${channels.mint} = any(${mints})`)
      .prepare("market_live_rows")
  );
});

/** The fields of rows on Home that must be current, in no order. A mint without a token has no row. */
export const liveRows = (db: Executor, mints: readonly Mint[]) => liveRowsOn(db).execute({ mints });
