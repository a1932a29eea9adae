import type { Address, Mint, TokenId } from "@tribe/contract";
import { eq, inArray, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { tokens } from "../../indexer/schema.ts";

/** The Tribe of a mint, old or new. The index only names it: curve and pool, which a worth is made of, are the node's. */
export interface TribeOfMint {
  readonly mint: Mint;
  readonly newMint: Mint | null;
  readonly tokenId: TokenId;
}

export const tribesOf = (db: Reader, mints: readonly Mint[]): Promise<readonly TribeOfMint[]> =>
  db
    .select({ mint: tokens.mint, newMint: tokens.newMint, tokenId: tokens.tokenId })
    .from(tokens)
    .where(or(inArray(tokens.mint, mints), inArray(tokens.newMint, mints)));

/** The Tribes of a creator, by our index. */
export const tribesOfCreator = (db: Reader, creator: Address) =>
  db
    .select({ tokenId: tokens.tokenId, mint: tokens.mint, newMint: tokens.newMint })
    .from(tokens)
    .where(eq(tokens.creatorAddress, creator));
