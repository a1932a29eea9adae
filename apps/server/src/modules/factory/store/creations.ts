import type { Mint, Ticket, TokenId, TradeState, Uid } from "@tribe/contract";
import { and, desc, eq } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import type { TicketRow } from "../../transactions/index.ts";
import { tickets } from "../../transactions/schema.ts";
import { creations } from "../schema.ts";

/** A person's one Tribe. */
export type CreationRow = typeof creations.$inferSelect;

/** A person's creation with its newest ticket; null for anybody else's. */
export const findCreation = async (db: Reader, uid: Uid, tokenId: TokenId) => {
  const [found] = await db
    .select({ creation: creations, ticket: tickets })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(and(eq(creations.tokenId, tokenId), eq(creations.uid, uid)));
  return found ?? null;
};

/** Anybody's creation by its token's id; null when nobody has prepared it. */
export const findCreationById = async (db: Reader, tokenId: TokenId): Promise<CreationRow | null> => {
  const [creation] = await db.select().from(creations).where(eq(creations.tokenId, tokenId));
  return creation ?? null;
};

/** The token's id of a person's creation; null when they have prepared none. */
export const tokenIdOfCreator = async (db: Reader, uid: Uid): Promise<TokenId | null> => {
  const [creation] = await db.select({ tokenId: creations.tokenId }).from(creations).where(eq(creations.uid, uid));
  return creation?.tokenId ?? null;
};

/** {@link tokenIdOfCreator} with the state of the newest ticket. */
export const findAttempt = async (
  db: Reader,
  uid: Uid,
): Promise<{ readonly tokenId: TokenId; readonly state: TradeState } | null> => {
  const [attempt] = await db
    .select({ tokenId: creations.tokenId, state: tickets.state })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(eq(creations.uid, uid));
  return attempt ?? null;
};

/** A preparation of a creation. */
export interface Preparation {
  readonly tokenId: TokenId;
  readonly uid: Uid;
  readonly mint: Mint;
  readonly name: string;
  readonly symbol: string;
  readonly pfp: string;
  readonly ticket: Ticket;
}

/**
 * Stores a preparation as the newest one of a person's creation.
 * @returns the creation's token id, which stays that of the first preparation
 */
export const storeCreation = async (
  tx: Executor,
  { tokenId, uid, mint, name, symbol, pfp, ticket }: Preparation,
): Promise<TokenId | null> => {
  const newest = { name, symbol, pfp, ticket };
  const [creation] = await tx
    .insert(creations)
    .values({ tokenId, uid, mint, ...newest })
    .onConflictDoUpdate({ target: creations.uid, set: newest })
    .returning();
  return creation?.tokenId ?? null;
};

/** A person's tickets of the same kind for the same token, the newest first. */
export const earlierTickets = (
  db: Reader,
  { uid, mint, kind }: Pick<TicketRow, "uid" | "mint" | "kind">,
  limit: number,
): Promise<TicketRow[]> =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.uid, uid), eq(tickets.mint, mint), eq(tickets.kind, kind)))
    .orderBy(desc(tickets.createdAt))
    .limit(limit);
