import type { TokenId } from "@tribe/contract";
import { eq, inArray, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { chainEvents, tokens } from "../schema.ts";

/** Which of these transactions the index has, by their signatures. */
export const indexedOf = async (db: Executor, signatures: readonly string[]): Promise<ReadonlySet<string>> => {
  const { signature } = chainEvents;
  const rows = await db
    .selectDistinct({ signature })
    .from(chainEvents)
    .where(inArray(signature, [...signatures]));
  return new Set(rows.map((row) => row.signature));
};

/** The signatures of a token's transactions that the index has. */
export const indexedOfToken = async (db: Reader, tokenId: TokenId): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectDistinct({ signature: chainEvents.signature })
    .from(chainEvents)
    .innerJoin(tokens, eq(tokens.mint, chainEvents.mint))
    .where(eq(tokens.tokenId, tokenId));
  return new Set(rows.map((row) => row.signature));
};

/** What identifies an event on chain for ever. */
export interface StoredEventKey {
  readonly signature: string;
  readonly eventIndex: number;
}

/** Stores events that are not stored yet. @returns the new ones */
export const storeEvents = async (
  tx: Executor,
  events: readonly (typeof chainEvents.$inferInsert)[],
): Promise<StoredEventKey[]> => {
  const onceEach = sql`on conflict (signature, event_index) do nothing returning signature, event_index`;
  const rows = await insertMany(tx, chainEvents, events, onceEach);
  return rows.map((row) => ({ signature: String(row.signature), eventIndex: Number(row.event_index) }));
};
