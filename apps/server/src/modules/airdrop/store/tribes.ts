import type { Mint } from "@tribe/contract";
import { eq, inArray, or } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { creations } from "../../factory/schema.ts";
import { tokens } from "../../indexer/schema.ts";

/** The Tribes of these mints, old or new, with the pictures that their creations fixed. */
export const tribesOfMints = async (db: Reader, mints: readonly Mint[]) =>
  mints.length === 0
    ? []
    : db
        .select({ mint: tokens.mint, newMint: tokens.newMint, creator: tokens.creatorAddress, pinned: creations.pfp })
        .from(tokens)
        .leftJoin(creations, eq(creations.mint, tokens.mint))
        .where(or(inArray(tokens.mint, mints), inArray(tokens.newMint, mints)));
