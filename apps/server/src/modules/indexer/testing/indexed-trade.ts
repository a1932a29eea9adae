import { type Lamports, lamports, type Mint, type TransactionSignature, tokenUnits } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { tokens, trades } from "../schema.ts";

/** The parts of a trade that a test gives; all others get some value. */
export interface IndexedTrade {
  readonly mint: Mint;
  readonly value: bigint;
  readonly isRanked: boolean;
  /** Milliseconds. */
  readonly at: number;
  readonly priceAfter?: Lamports;
}

let seq = 1n;

/** Puts a trade into the index as the intake would. */
export const addIndexedTrade = async (
  db: Executor,
  { mint, value, isRanked, at, priceAfter = lamports(1n) }: IndexedTrade,
): Promise<void> => {
  seq += 1n;
  await db.insert(trades).values({
    mint,
    seq,
    signature: `s${seq}` as TransactionSignature, // never looked up
    kind: "buy",
    venue: "curve",
    trader: mint,
    amount: tokenUnits(1n),
    value: lamports(value),
    unitPrice: lamports(1n),
    priceAfter,
    supplyAfter: tokenUnits(1n),
    platformFee: lamports(0n),
    creatorFee: lamports(0n),
    referralFee: lamports(0n),
    referrer: null,
    isRanked,
    blockTime: new Date(at),
  });
  if (isRanked)
    await db
      .update(tokens)
      .set({ rankedVolume: sql`${tokens.rankedVolume} + ${value}` })
      .where(eq(tokens.mint, mint));
};
