import type { Mint } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { chainEvents, tokens } from "./schema.ts";

/** A token as the index has it. */
export type TokenRow = typeof tokens.$inferSelect;

/** The token of a mint, or null when the index does not know it. */
export const findToken = async (db: Executor, mint: Mint): Promise<TokenRow | null> => {
  const [token] = await db.select().from(tokens).where(eq(tokens.mint, mint));
  return token ?? null;
};

/** Whether the index shows what a transaction did. */
export const isIndexed = async (db: Executor, signature: string): Promise<boolean> =>
  (await db.select({ seq: chainEvents.seq }).from(chainEvents).where(eq(chainEvents.signature, signature)).limit(1))
    .length > 0;
