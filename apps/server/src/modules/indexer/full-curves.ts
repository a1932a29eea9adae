import type { Mint, TokenId } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { tokens } from "./schema.ts";

/** A token whose curve is sold out and which has no pool yet. */
export interface FullCurve {
  readonly mint: Mint;
  readonly tokenId: TokenId;
}

/** All such tokens of the index. */
export const fullCurves = (db: Executor): Promise<FullCurve[]> =>
  db
    .select({ mint: tokens.mint, tokenId: tokens.tokenId })
    .from(tokens)
    .where(sql`${tokens.newMint} is null and ${tokens.supply} >= ${tokens.maxSupply}`);
